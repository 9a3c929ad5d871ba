// The chat history: earlier prompts of the user, to ask again (MESSAGE-8).
import { lazyDialog } from '#ui/lazy-dialog.tsx'

/** Name of the dialog in the address. */
export const HISTORY = 'history'

/** Finds an earlier prompt and passes it to the composer. */
export const HistoryDialog = lazyDialog(async () => (await import('./history-dialog.tsx')).HistoryDialog)
