// One question to several tabs, and its answers side by side. All of it is fetched when it is first wanted.
import { lazyView } from '../../lib/load-code.ts'
import { lazyDialog } from '../../ui/lazy-dialog.tsx'

export { compareIdOf, withoutCompare } from './address.ts'

/** The name of the sheet in the address. */
export const COMPARE = 'compare'

export const CompareSheet = lazyDialog(async () => (await import('./compare-sheet.tsx')).CompareSheet)
export const CompareView = lazyView(async () => (await import('./compare-view.tsx')).CompareView)
