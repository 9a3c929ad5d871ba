// Dialogs of the user list; lazy-loaded when first opened.
import { lazyDialog } from '#ui/lazy-dialog.tsx'

/** Name of the new user dialog in the URL. */
export const NEW_USER = 'new-user'

export const CreateUserDialog = lazyDialog(
  async () => (await import('./create-user-dialog.tsx')).CreateUserDialog,
)
