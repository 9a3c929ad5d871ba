import { lazyDialog } from '#ui/lazy-dialog.tsx'

/** Name of the keyboard shortcuts dialog in the URL. */
export const SHORTCUTS_DIALOG = 'shortcuts'

export const ShortcutsDialog = lazyDialog(
  async () => (await import('./shortcuts-dialog.tsx')).ShortcutsDialog,
)
