// Comparisons: one question to several tabs, with the answers side by side. Loaded on first use.
import { lazyView } from '#lib/load-code.ts'
import { lazyDialog } from '#ui/lazy-dialog.tsx'

export { compareIdOf, withoutCompare } from './address.ts'

/** Name of the sheet in the address. */
export const COMPARE = 'compare'

export const CompareSheet = lazyDialog(async () => (await import('./compare-sheet.tsx')).CompareSheet)
export const CompareView = lazyView(async () => (await import('./compare-view.tsx')).CompareView)
