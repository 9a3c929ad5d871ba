// The dialogs of the list of people: fetched when they are first opened.
import { lazyDialog } from '../../../ui/lazy-dialog.tsx'

/** The name of the dialog for a new person in the address. */
export const NEW_USER = 'new-user'

export const CreateUserDialog = lazyDialog(
  async () => (await import('./create-user-dialog.tsx')).CreateUserDialog,
)
