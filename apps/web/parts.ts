// The page's large files as classic scripts. Chromium keeps what it compiled of those, and reads them back in a fifth of the time
// beside the page; of modules it keeps it as well and never uses it (decision 35). All else stays modules, which take what they
// import of these from parts.js.
import type { IndexHtmlTransformResult, Plugin, Rolldown } from 'vite'
import { scriptOf } from './script-of.ts'

type Bundle = Rolldown.OutputBundle
type Chunk = Rolldown.OutputChunk

/** The chunks that are parts: the base, the workspace (chunks.ts), and the first paint's texts in each language. */
const PARTS = ['base', 'workspace', 'en', 'de', 'bg']
/** What the bundler adds of its own: it comes in the file of the base. */
const RUNTIME = 'rolldown-runtime'
/** Chunks that hold nothing but the names under which a part exports something: whoever asks for one asks for the part. */
const DOORS = ['shell', 'project-page']

/** Told to V8 at the very beginning of a file: most of these functions run before the page is usable, so compile them at once. */
const COMPILE_AT_ONCE = '//# allFunctionsCalledOnLoad'

/** A static import, or a re-export, of what another file exports. */
const IMPORT = /(?<![\w$.])(import|export)\s*(?:\{([^}]*)\}\s*from)?\s*"\.\/([\w.-]+\.js)";?/g
const DYNAMIC = /import\(([`"'])\.\/([^`"']+)\1\)/g
const EXPORTS = /export\s*\{([^}]*)\};?\s*$/

export function parts(): Plugin {
  return {
    name: 'parts',
    apply: 'build',
    config: () => ({
      build: {
        modulePreload: {
          polyfill: false,
          // They would be fetched a second time, as modules.
          resolveDependencies: (_file: string, dependencies: string[]) =>
            dependencies.filter((file) => !IS_NO_MODULE.test(file)),
        },
      },
    }),
    // A file is called by what it holds; what is done to it here is part of that.
    augmentChunkHash: () => 'parts 2',
    renderChunk(code, { name }) {
      if (isPart(name)) refuseChanging(code)
      return null
    },
    generateBundle: { order: 'post', handler: (_options, bundle) => rewrite(bundle) },
    transformIndexHtml: { order: 'post', handler: (html, { bundle = {} }) => withParts(html, bundle) },
  }
}

function rewrite(bundle: Bundle): void {
  const chunks = chunksOf(bundle)
  const nameOf = new Map(
    chunks.filter(({ name }) => isPart(name)).map((chunk) => [chunk.fileName, chunk.name]),
  )
  const ask = createAsk(bundle, nameOf)
  const runtime = chunks.find(({ name }) => name === RUNTIME)
  for (const chunk of chunks.filter((one) => one !== runtime)) {
    const code = chunk.code.replace(DYNAMIC, (asked: string, _quote, file: string) => ask(chunk, file, asked))
    chunk.code = PARTS.includes(chunk.name)
      ? `${COMPILE_AT_ONCE}\n${asPart(chunk.name, code, nameOf)}`
      : asTaker(code, nameOf)
    if (chunk.name === 'base' && runtime) chunk.code += `\n${asPart(RUNTIME, runtime.code, nameOf)}`
  }
  for (const door of chunks.filter(isDoor)) delete bundle[door.fileName]
}

/** How a chunk asks on demand for a file: a part of what hands out parts, anything else once the parts it needs are there. */
function createAsk(bundle: Bundle, nameOf: ReadonlyMap<string, string>) {
  const needed = neededBy(bundle, nameOf)
  const given = new Map(
    chunksOf(bundle)
      .filter(isDoor)
      .map((door) => [door.fileName, throughDoor(door, nameOf)]),
  )
  return (chunk: Chunk, file: string, asked: string): string => {
    const name = `assets/${file}`
    const part = nameOf.get(name)
    if (part) return `polylogueParts.need("${part}")`
    const own = needed.get(chunk.fileName)
    const more = ['workspace'].filter((one) => needed.get(name)?.has(one) && !own?.has(one))
    return (
      given.get(name) ?? more.reduce((then, one) => `polylogueParts.need("${one}").then(()=>${then})`, asked)
    )
  }
}

/** What a door leads to. @throws Error when it holds more than names of one part */
function throughDoor({ name, code }: Chunk, nameOf: ReadonlyMap<string, string>): string {
  const [, kind, taken = '', file = ''] = [...code.matchAll(IMPORT)][0] ?? []
  const part = nameOf.get(`assets/${file}`)
  const rest = code.replace(IMPORT, '').replace(EXPORTS, '').trim()
  if (!part || rest) throw new Error(`${name} holds more than names of one part: ${rest.slice(0, 200)}`)
  const passed = pairsOf(taken)
  const inPart = new Map(passed.map(([exported, local]) => [local, exported]))
  const list =
    kind === 'export'
      ? passed.map(([exported, as]) => `${as}:made.${exported}`)
      : pairsOf(EXPORTS.exec(code)?.[1] ?? '').map(([local, as]) => `${as}:made.${inPart.get(local)}`)
  return `polylogueParts.need("${part}").then(made=>({${list.join(',')}}))`
}

/** The page with what hands out parts, and with the base in the place of the modules that the bundler puts there. */
function withParts(html: string, bundle: Bundle): IndexHtmlTransformResult {
  const files = Object.fromEntries(
    PARTS.map((name) => [name, chunksOf(bundle).find((chunk) => chunk.name === name)?.fileName]),
  )
  const nonce = '__NONCE__'
  const children = scriptOf('parts.js').replace('PARTS', JSON.stringify(files))
  const base = { nonce, defer: true, fetchpriority: 'high', src: `/${files['base']}` }
  return {
    html: html
      .replaceAll(/\s*<script type="module"[^>]*><\/script>/g, '')
      .replaceAll(/\s*<link rel="modulepreload"[^>]*>/g, ''),
    tags: [
      { tag: 'script', attrs: { nonce }, children, injectTo: 'head-prepend' },
      { tag: 'script', attrs: base, injectTo: 'head' },
    ],
  }
}

const isPart = (name: string) => name === RUNTIME || PARTS.includes(name)
const isDoor = ({ name }: Chunk) => DOORS.includes(name)
const IS_NO_MODULE = new RegExp(`/(?:${[RUNTIME, ...PARTS, ...DOORS].join('|')})-[\\w-]{8}\\.js$`)
const chunksOf = (bundle: Bundle): Chunk[] => Object.values(bundle).filter((file) => file.type === 'chunk')

/** By file: the parts that it cannot do without, itself included. */
function neededBy(bundle: Bundle, nameOf: ReadonlyMap<string, string>): Map<string, Set<string>> {
  const needs = (start: string) => {
    const seen = new Set([start])
    for (const file of seen)
      for (const other of (bundle[file] as Chunk | undefined)?.imports ?? []) seen.add(other)
    return new Set([...seen].flatMap((file) => nameOf.get(file) ?? []))
  }
  return new Map(chunksOf(bundle).map(({ fileName }) => [fileName, needs(fileName)]))
}

/** The two names of each in a list like `a as b, c`: `[a, b]` and `[c, c]`. */
const pairsOf = (list: string): [name: string, as: string][] =>
  list
    .split(',')
    .map((one) => one.trim().split(/\s+as\s+/))
    .map(([name = '', as = name]) => [name, as])

/** What a file takes of a part stands in a list as `{a as b}`; a destructuring calls that `{a:b}`. */
const destructured = (names: string) => names.replaceAll(/\s*([\w$]+)\s+as\s+([\w$]+)\s*/g, '$1:$2')

/** A module that takes from parts what it imported of them. */
function asTaker(code: string, nameOf: ReadonlyMap<string, string>): string {
  let passed = 0
  return code.replace(IMPORT, (statement: string, kind: string, names: string | undefined, file: string) => {
    const part = nameOf.get(`assets/${file}`)
    if (!part) return statement
    if (names === undefined) return ''
    const from = `polylogueParts.made["${part}"];`
    if (kind === 'import') return `const{${destructured(names)}}=${from}`
    const own = pairsOf(names).map(([taken, given]) => ({ taken, given, local: `part$${++passed}` }))
    return (
      `const{${own.map(({ taken, local }) => `${taken}:${local}`).join(',')}}=${from}` +
      `export{${own.map(({ local, given }) => `${local} as ${given}`).join(',')}};`
    )
  })
}

/** A part's file: a function of the parts it is made with, that returns what others may take of it. */
function asPart(name: string, code: string, nameOf: ReadonlyMap<string, string>): string {
  const needs: string[] = []
  const body = code
    .replace(IMPORT, (_statement, _kind, names = '', file: string) => {
      const part = nameOf.get(`assets/${file}`)
      if (!part) throw new Error(`The part ${name} imports ${file}, which is none`)
      needs.push(part)
      return `const{${destructured(names)}}=made["${part}"];`
    })
    .replaceAll('import.meta', '({url:location.origin+"/assets/"})')
  const exported = pairsOf(EXPORTS.exec(body)?.[1] ?? '').map(([local, as]) => `${as}:${local}`)
  return (
    `polylogueParts.add("${name}",${JSON.stringify(needs)},async(made)=>{"use strict";` +
    `${body.replace(EXPORTS, '')}\nreturn{${exported.join(',')}}});`
  )
}

/** What a part exports is taken once: a variable that gets another value later would be missed. */
function refuseChanging(code: string): void {
  for (const [name] of pairsOf(EXPORTS.exec(code)?.[1] ?? '')) {
    const changed = new RegExp(
      `^(?!\\s*(?:var|let|const)\\s).*(?<![\\w$.])${name.replaceAll('$', '\\$')}\\s*(?:[-+*/|&?]{0,2}=(?![=>])|\\+\\+|--)`,
      'm',
    )
    const line = changed.exec(code)?.[0]
    if (line !== undefined)
      throw new Error(`${name} is exported and gets another value: ${line.trim().slice(0, 200)}`)
  }
}
