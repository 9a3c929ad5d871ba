import path from 'node:path'
import { fileURLToPath } from 'node:url'

/** The repository's root, whatever the working directory is. */
export const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)))

/** An absolute path inside the repository. */
export const inRoot = (...parts) => path.join(root, ...parts)

/** Cache folder of the scripts; may be deleted at any time. */
export const cache = inRoot('.cache')
