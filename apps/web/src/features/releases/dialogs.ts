import { lazyDialog } from '../../ui/lazy-dialog.tsx'

/** The name of the dialog of release notes in the address. */
export const WHATS_NEW = 'whats-new'

export const WhatsNewDialog = lazyDialog(async () => (await import('./whats-new-dialog.tsx')).WhatsNewDialog)
