/** Maximum bytes of a file, and of the unpacked lists in a ZIP file. */
export const FILE_LIMIT = 300_000_000
