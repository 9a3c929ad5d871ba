import { lazyView } from '../../lib/load-code.ts'

export { IdeasButton } from './button.tsx'

/** The page of the plugin. */
export const IdeasPage = lazyView(async () => (await import('./page.tsx')).IdeasPage)
