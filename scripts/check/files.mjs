import { existsSync, readdirSync } from 'node:fs'
import { inRoot } from '../root.mjs'

const skipped = new Set(['node_modules', 'dist', '.cache'])

/** Returns every file in these folders whose name `wanted` accepts, as paths from the root. */
export function filesIn(folders, wanted) {
  return folders.flatMap((folder) => {
    if (!existsSync(inRoot(folder))) return []
    return readdirSync(inRoot(folder), { withFileTypes: true }).flatMap((entry) => {
      const place = `${folder}/${entry.name}`
      if (entry.isDirectory()) return skipped.has(entry.name) ? [] : filesIn([place], wanted)
      return wanted(entry.name) ? [place] : []
    })
  })
}
