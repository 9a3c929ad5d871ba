import { lazyDialog } from '#ui/lazy-dialog.tsx'

/** Name of the release notes dialog in the URL. */
export const WHATS_NEW = 'whats-new'

export const WhatsNewDialog = lazyDialog(async () => (await import('./whats-new-dialog.tsx')).WhatsNewDialog)
