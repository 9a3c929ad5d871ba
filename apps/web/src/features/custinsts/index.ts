import { lazyView } from '#lib/load-code.ts'

export { useCustInsts } from './list-api.ts'
export { useUsableCustInsts } from './use-usable.ts'

/** Names the custom instructions of a tab. */
export const CustInstsInUse = lazyView(async () => (await import('./in-use.tsx')).CustInstsInUse)

/** Chooses the instructions of a project's new tabs. */
export const CustInstsOfProject = lazyView(async () => (await import('./of-project.tsx')).CustInstsOfProject)
