/** Maximum bytes of the chosen files, which are read in place. */
export const FILE_LIMIT = 4_000_000_000
/** Maximum characters of the chats of one import: they stay in the page until they are sent. */
export const TEXT_LIMIT = 300_000_000
