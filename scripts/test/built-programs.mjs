import { pathToFileURL } from 'node:url'
import { isServerBuilt } from '../parts.mjs'
import { inRoot } from '../root.mjs'

// How the server names a program that it starts: './name.ts' in the sources, './name.js' where it is built.
const ENTRY = /import\.meta\.url\.endsWith\('\.ts'\) \? '(\.?)ts' : '\1js'\}`, import\.meta\.url/g
const BUILT = JSON.stringify(pathToFileURL(inRoot('apps/server/dist/main.js')).href)

/**
 * A plugin for Vitest: the server under test starts its threads and processes from the build, if that is up to date, because
 * Node needs 0.3 s of CPU to compile the sources of each. In watch mode a change would make the build old.
 */
export function builtPrograms() {
  let isUsed = false
  return {
    name: 'built-programs',
    enforce: 'pre',
    configureVitest({ vitest }) {
      isUsed = !vitest.config.watch && isServerBuilt()
    },
    transform(code, id) {
      if (!isUsed || !id.startsWith(inRoot('apps/server/src/'))) return undefined
      const changed = code.replace(ENTRY, (entry) => entry.replaceAll('import.meta.url', BUILT))
      return changed === code ? undefined : { code: changed, map: null }
    },
  }
}
