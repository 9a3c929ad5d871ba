// Lazy-loaded: most visits never open an administration page.
import { lazyView } from '#lib/load-code.ts'

export const AdminHelp = lazyView(async () => (await import('./admin-help.tsx')).AdminHelp)
export const AdminTabs = lazyView(async () => (await import('./admin-tabs.tsx')).AdminTabs)
export const Landing = lazyView(async () => (await import('./landing.tsx')).Landing)
