import { lazyDialog } from '#ui/lazy-dialog.tsx'

/** Votes on pairs of answers without knowing their models. */
export const VoteDialog = lazyDialog(async () => (await import('./vote-dialog.tsx')).VoteDialog)
