// Builds the server with rolldown, and the web app and the widget with Vite. Compilers are loaded only when something is stale.
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { inRoot } from './root.mjs'
import { staleness } from './stale.mjs'

// Each becomes apps/server/dist/<name>.js: the launcher, the server process, and its workers, child processes and commands.
const serverEntries = {
  start: 'apps/server/src/start.ts',
  main: 'apps/server/src/main.ts',
  'pglite-worker': 'apps/server/src/platform/db/pglite/pglite-worker.ts',
  'pglite-init': 'apps/server/src/platform/db/pglite/pglite-init.ts',
  'password-thread': 'apps/server/src/features/users/passwords/password-thread.ts',
  'check-process': 'apps/server/src/features/goldensets/checks/check-process.ts',
  'index-thread': 'apps/server/src/features/media/indexer/index-thread.ts',
  'documents-host': 'apps/server/src/platform/documents/documents-host.ts',
  'extract-child': 'apps/server/src/platform/documents/extract-child.ts',
  'llama-child': 'apps/server/src/engines/embedded/running/llama-child.ts',
  backup: 'apps/server/src/backup.ts',
  restore: 'apps/server/src/restore.ts',
  'adopt-media': 'apps/server/src/adopt-media.ts',
}

const dist = 'apps/server/dist'

/**
 * Whether a package becomes part of the built server. drizzle-orm does: otherwise Node parses its 179 kB package.json again
 * for each of its modules, 120 MB of memory.
 */
export const isBundled = (name) => /^(@polylogue\/|drizzle-orm)/.test(name)

const isTest = (file) => /\.test\.tsx?$/.test(file)
/** Our own inputs of the build; whole folders where they contain little else. */
const shared = ['packages', 'package.json', 'package-lock.json', 'tsconfig.base.json', 'scripts/parts.mjs']

export const inputs = {
  server: ['apps/server/src', 'apps/server/package.json', 'apps/server/tsconfig.json', ...shared],
  web: ['apps/web', ...shared],
  widget: ['apps/widget', ...shared],
}

const entries = Object.fromEntries(
  Object.entries(serverEntries).filter(([, file]) => existsSync(inRoot(file))),
)

const parts = [
  {
    name: 'server',
    inputs: inputs.server,
    outputs: Object.keys(entries).map((name) => `${dist}/${name}.js`),
    build: () => buildServer(entries),
  },
  {
    name: 'web',
    inputs: inputs.web,
    outputs: ['apps/web/dist/index.html', 'apps/web/dist/share.html'],
    build: buildWeb,
  },
  {
    name: 'widget',
    inputs: inputs.widget,
    outputs: ['apps/widget/dist/widget.js', 'apps/widget/dist/widget-more.js'],
    build: buildWidget,
  },
]

/** Whether the server, the web app and the widget are built from the current sources. */
export function isBuilt() {
  return parts.every(isFresh)
}

/** Whether the server is built from the current sources. */
export function isServerBuilt() {
  return parts.filter(({ name }) => name === 'server').every(isFresh)
}

const isFresh = (part) => !staleness({ ...part, ignore: isTest }).stale

/** Builds the server, the web app and the widget where stale, one line each, silent when fresh. */
export async function build({ force = false } = {}) {
  for (const part of parts) {
    const { stale, done } = staleness({ ...part, ignore: isTest })
    if (!stale && !force) continue
    const start = performance.now()
    process.stdout.write(`Building the ${part.name}… `)
    mustBeInputs(part, await part.build())
    done()
    process.stdout.write(`${((performance.now() - start) / 1000).toFixed(1)} s\n`)
  }
}

/** A file that a build reads must be an input: otherwise its change would leave an old build in place. */
function mustBeInputs({ name, inputs }, files) {
  const folders = inputs.map((input) => inRoot(input))
  const isOurs = (file) => file.startsWith(inRoot()) && !file.includes('node_modules')
  const unknown = files
    .filter((file) => path.isAbsolute(file) && isOurs(file))
    .filter((file) => !folders.some((folder) => file === folder || file.startsWith(folder + path.sep)))
  if (unknown.length > 0)
    throw new Error(`The build of the ${name} reads what is not among its inputs: ${unknown.join(', ')}`)
}

/** Builds; resolves with the files that it read. */
async function buildServer(entries) {
  const { rolldown } = await import('rolldown')
  const bundle = await rolldown({
    cwd: inRoot(),
    input: entries,
    platform: 'node',
    external: (id) => !/^[.#]/.test(id) && !path.isAbsolute(id) && !isBundled(id),
    logLevel: 'warn',
  })
  // The maps do not contain the sources: those are next to the bundle, and Node reads maps at start.
  const { output } = await bundle.generate({
    dir: inRoot(dist),
    format: 'esm',
    sourcemap: true,
    sourcemapExcludeSources: true,
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash].js',
  })
  const files = await bundle.watchFiles
  await bundle.close()
  putInPlace(output)
  return files
}

// Every file is renamed into place: a server that starts during a build never reads half a file, and a failed build keeps
// the last good one.
function putInPlace(output) {
  mkdirSync(inRoot(dist), { recursive: true })
  const names = new Set()
  for (const file of output) {
    names.add(file.fileName)
    const next = inRoot(dist, `${file.fileName}.${process.pid}`)
    writeFileSync(next, file.type === 'chunk' ? file.code : file.source)
    renameSync(next, inRoot(dist, file.fileName))
  }
  for (const name of readdirSync(inRoot(dist)))
    if (!names.has(name)) rmSync(inRoot(dist, name), { recursive: true })
}

/** Builds the app, then the page of share links beside it; resolves with the files that both read. */
function buildWeb() {
  return viteBuilds('apps/web', ['production', 'share'])
}

/** Builds the script that web sites load, then the one that it loads with the first question. */
function buildWidget() {
  return viteBuilds('apps/widget', ['production', 'more'])
}

async function viteBuilds(app, modes) {
  const files = []
  const vite = await import('vite')
  const place = inRoot(app)
  const read = {
    name: 'files-read',
    generateBundle() {
      files.push(...this.getModuleIds())
    },
  }
  for (const mode of modes)
    await vite.build({
      root: place,
      configFile: path.join(place, 'vite.config.ts'),
      mode,
      logLevel: 'warn',
      plugins: [read],
    })
  return files
}
