import { lazyView } from '../../lib/load-code.ts'

export { CustInstDialogs } from './dialogs.tsx'
export { useUsableCustInsts } from './use-usable.ts'
export { useCustInstCount } from './use-count.ts'

/** The custom instructions as a section of the side panel. */
export const CustInstSection = lazyView(async () => (await import('./list.tsx')).CustInstSection)

/** Names the custom instructions of a tab. */
export const CustInstsInUse = lazyView(async () => (await import('./in-use.tsx')).CustInstsInUse)

/** Chooses the instructions of a project's new tabs. */
export const CustInstsOfProject = lazyView(async () => (await import('./of-project.tsx')).CustInstsOfProject)
