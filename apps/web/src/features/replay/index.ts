// Replays: earlier prompts asked again in a new tab. Loaded on first use.
import { lazyDialog } from '#ui/lazy-dialog.tsx'

/** Name of the dialog in the address. */
export const REPLAY = 'replay'

export const ReplayDialog = lazyDialog(async () => (await import('./replay-dialog.tsx')).ReplayDialog)

export { ReplayLine } from './replay-line.tsx'
