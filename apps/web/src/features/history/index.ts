// The chat history: one's own earlier prompts, to be asked again (chat specification, section 2).
import { lazyDialog } from '../../ui/lazy-dialog.tsx'

/** The name of the dialog in the address. */
export const HISTORY = 'history'

/** Finds an earlier prompt and gives it to the composer. */
export const HistoryDialog = lazyDialog(async () => (await import('./history-dialog.tsx')).HistoryDialog)
