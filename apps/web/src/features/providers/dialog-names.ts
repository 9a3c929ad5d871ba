/** The names of the dialogs in the address; all but the first are about the provider in `&provider=`. */
export const NEW_PROVIDER = 'new-provider'
export const EDIT_PROVIDER = 'edit-provider'
export const DELETE_PROVIDER = 'delete-provider'
