/** Name of the dialog in the address; the parameter `publication` has the request that is read. */
export const PUBLICATIONS = 'publications'
export const PUBLICATION = 'publication'
