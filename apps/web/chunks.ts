// How the page is cut into files. A slow network asks for each of many small files in turn; so what every page needs is one
// file, and what the workspace needs beside it one more.
import path from 'node:path'
import type { Rolldown } from 'vite'

const ENTRY = /\/src\/app\/main\.tsx$/
const DOORS = [/\/src\/app\/pages\/sign-in-page\.tsx$/]
const STYLES = /\.css$/
const WORKSPACE = [/\/src\/app\/shell\/shell\.tsx$/, /\/src\/app\/pages\/project-page\.tsx$/]

type ModuleInfo = Rolldown.ModuleInfo
type Look = (id: string) => ModuleInfo | null

/** The chunk of a module: `base`, `workspace`, or none of them (then it is cut as the bundler finds best). */
export function createChunkOf(): (id: string, context: { getModuleInfo: Look }) => string | null {
  let known: { base: Set<string>; workspace: Set<string> } | undefined
  return (id, context) => {
    known ??= reach(id, (other) => context.getModuleInfo(other))
    if (known.base.has(id)) return 'base'
    return known.workspace.has(id) ? 'workspace' : null
  }
}

/** What is imported, not only on demand, by the entry; by both a door and the workspace; by the workspace alone. */
function reach(any: string, look: Look) {
  const all = graphOf(any, look)
  const starts = (patterns: readonly RegExp[]) =>
    all.filter((id) => patterns.some((pattern) => pattern.test(id)))
  const fromEntry = staticallyFrom(starts([ENTRY]), look)
  const fromDoors = staticallyFrom(starts(DOORS), look)
  const workspace = staticallyFrom(starts(WORKSPACE), look)
  const shared = [...workspace].filter((id) => fromDoors.has(id))
  // One file of styles, which the page's head names: another one would be waited for once the code asks for it.
  const styles = [...closure(starts(WORKSPACE), (id) => look(id)?.importedIds ?? [])].filter((id) =>
    STYLES.test(id),
  )
  return { base: new Set([...fromEntry, ...shared, ...styles]), workspace }
}

/** Every module that hangs together with one, whichever way it is imported. */
function graphOf(any: string, look: Look): string[] {
  return [
    ...closure([any], (id) => {
      const info = look(id)
      return info
        ? [...info.importers, ...info.dynamicImporters, ...info.importedIds, ...info.dynamicallyImportedIds]
        : []
    }),
  ]
}

const staticallyFrom = (starts: readonly string[], look: Look) =>
  closure(starts, (id) => (look(id)?.importedIds ?? []).flatMap((other) => throughDoor(id, other, look)))

/** Modules that only pass on what others make: a feature's front door, and a package's that has one for hundreds of parts. */
const DOOR = /\/(src\/features\/[^/]+\/index\.ts|@mantine\/(core|hooks)\/esm\/index\.mjs)$/

/** What a module gets of another one: of a front door the makers of the names that it takes, not everything behind it. */
function throughDoor(from: string, to: string, look: Look): readonly string[] {
  if (!DOOR.test(to)) return [to]
  const taken = statementsOf(from, look).filter(({ source }) => leadsTo(source, from, to))
  const names = taken.flatMap((statement) => statement.names)
  const makers = statementsOf(to, look).filter((made) => made.names.some((name) => names.includes(name)))
  return makers.map(({ source }) => path.join(path.dirname(to), source))
}

const leadsTo = (source: string, from: string, to: string) =>
  source.startsWith('.')
    ? path.join(path.dirname(from), source) === to
    : to.includes(`/node_modules/${source}/`)

/** The `import` and `export … from` statements of a module with the names they take: those of the maker, not of the taker. */
function statementsOf(id: string, look: Look): { names: string[]; source: string }[] {
  const statements = (look(id)?.code ?? '').matchAll(
    /(?:import|export)\s*\{([^}]*)\}\s*from\s*["']([^"']+)["']/g,
  )
  return [...statements].map(([, names = '', source = '']) => ({
    names: names.split(',').flatMap((name) => /^\s*(?:type\s+)?([\w$]+)/.exec(name)?.[1] ?? []),
    source,
  }))
}

function closure(starts: readonly string[], next: (id: string) => readonly string[]): Set<string> {
  const seen = new Set(starts)
  // A set is walked in the order of its entries, those that are added on the way included.
  for (const id of seen) for (const other of next(id)) seen.add(other)
  return seen
}
