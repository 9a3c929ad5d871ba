/** Name of the dialog in the address. */
export const SHARE_LINK = 'share-link'
