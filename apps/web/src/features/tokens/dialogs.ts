// API token dialogs; each is lazy-loaded when first opened.
import { lazyDialog } from '#ui/lazy-dialog.tsx'

/** Dialog names in the URL; the last two refer to the token in `&token=`. */
export const API_TOKENS = 'api-tokens'
export const NEW_TOKEN = 'new-token'
export const EDIT_TOKEN = 'edit-token'
export const DELETE_TOKEN = 'delete-token'

/** Returns whether a token dialog is open: on a profile one dialog contains them all. */
export const isAboutTokens = (open: string | null): boolean =>
  open !== null && [API_TOKENS, NEW_TOKEN, EDIT_TOKEN, DELETE_TOKEN].includes(open)

export const NewTokenDialog = lazyDialog(async () => (await import('./new-token-dialog.tsx')).NewTokenDialog)
export const EditTokenDialog = lazyDialog(
  async () => (await import('./edit-token-dialog.tsx')).EditTokenDialog,
)
export const DeleteTokenDialog = lazyDialog(
  async () => (await import('./delete-token-dialog.tsx')).DeleteTokenDialog,
)
