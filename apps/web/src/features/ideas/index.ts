import { lazyView } from '#lib/load-code.ts'

export { IdeasButton } from './button.tsx'
export { useIdeaCount } from './use-count.ts'

/** The page of the plugin. */
export const IdeasPage = lazyView(async () => (await import('./page.tsx')).IdeasPage)
