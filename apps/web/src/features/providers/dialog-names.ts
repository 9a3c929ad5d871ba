/** Dialog names in the URL; all but the first refer to the provider in `&provider=`. */
export const NEW_PROVIDER = 'new-provider'
export const EDIT_PROVIDER = 'edit-provider'
export const DELETE_PROVIDER = 'delete-provider'
