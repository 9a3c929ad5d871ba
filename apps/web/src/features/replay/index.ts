// Earlier prompts asked again in a new tab. Fetched when it is first wanted.
import { lazyView } from '../../lib/patiently.ts'
import { lazyDialog } from '../../ui/lazy-dialog.tsx'

/** The name of the dialog in the address. */
export const REPLAY = 'replay'

export const ReplayDialog = lazyDialog(async () => (await import('./replay-dialog.tsx')).ReplayDialog)

/** How far the replay into a tab is, above its conversation. */
export const ReplayLine = lazyView(async () => (await import('./replay-line.tsx')).ReplayLine)
