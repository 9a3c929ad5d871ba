import { lazyDialog } from '../../ui/lazy-dialog.tsx'

/** The name of the dialog of keyboard shortcuts in the address. */
export const SHORTCUTS_DIALOG = 'shortcuts'

export const ShortcutsDialog = lazyDialog(
  async () => (await import('./shortcuts-dialog.tsx')).ShortcutsDialog,
)
