// Earlier prompts asked again in a new tab. Fetched when it is first wanted.
import { lazyDialog } from '../../ui/lazy-dialog.tsx'

/** The name of the dialog in the address. */
export const REPLAY = 'replay'

export const ReplayDialog = lazyDialog(async () => (await import('./replay-dialog.tsx')).ReplayDialog)

export { ReplayLine } from './replay-line.tsx'
