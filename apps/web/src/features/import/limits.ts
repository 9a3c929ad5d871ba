/** Bytes of a file, and of the lists inside a ZIP file. */
export const FILE_LIMIT = 300_000_000
