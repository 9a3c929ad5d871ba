// The dialogs of API tokens: each is fetched when it is first opened.
import { lazyDialog } from '../../ui/lazy-dialog.tsx'

/** Their names in the address; the last two are about the token in `&token=`. */
export const API_TOKENS = 'api-tokens'
export const NEW_TOKEN = 'new-token'
export const EDIT_TOKEN = 'edit-token'
export const DELETE_TOKEN = 'delete-token'

/** Whether what is open is about one's tokens: on a profile one dialog shows them all. */
export const isAboutTokens = (open: string | null): boolean =>
  open !== null && [API_TOKENS, NEW_TOKEN, EDIT_TOKEN, DELETE_TOKEN].includes(open)

export const NewTokenDialog = lazyDialog(async () => (await import('./new-token-dialog.tsx')).NewTokenDialog)
export const EditTokenDialog = lazyDialog(
  async () => (await import('./edit-token-dialog.tsx')).EditTokenDialog,
)
export const DeleteTokenDialog = lazyDialog(
  async () => (await import('./delete-token-dialog.tsx')).DeleteTokenDialog,
)
