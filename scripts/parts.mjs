// What is built from what: the server with rolldown, the web app with Vite. Compilers are loaded only
// when there is something to compile.
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { inRoot } from './root.mjs'
import { staleness } from './stale.mjs'

// Each becomes apps/server/dist/<name>.js: the process itself, and what it starts as a worker, as a
// child or as a command of its own.
const serverEntries = {
  main: 'apps/server/src/main.ts',
  'pglite-worker': 'apps/server/src/platform/db/pglite/pglite-worker.ts',
  'pglite-init': 'apps/server/src/platform/db/pglite/pglite-init.ts',
  'extract-child': 'apps/server/src/platform/documents/extract-child.ts',
  'llama-child': 'apps/server/src/engines/embedded/running/llama-child.ts',
  backup: 'apps/server/src/backup.ts',
  restore: 'apps/server/src/restore.ts',
}

const dist = 'apps/server/dist'
const isTest = (file) => /\.test\.tsx?$/.test(file)
const shared = ['packages/contract', 'packages/client', 'package-lock.json', 'scripts/parts.mjs']

/** Builds the server and the web app where they are stale, one line each, quiet when fresh. */
export async function build({ force = false } = {}) {
  const entries = Object.fromEntries(
    Object.entries(serverEntries).filter(([, file]) => existsSync(inRoot(file))),
  )
  const parts = [
    {
      name: 'server',
      inputs: ['apps/server/src', 'apps/server/package.json', ...shared],
      outputs: Object.keys(entries).map((name) => `${dist}/${name}.js`),
      build: () => buildServer(entries),
    },
    {
      name: 'web',
      inputs: [
        'src',
        'public',
        'index.html',
        'vite.config.ts',
        'chunks.ts',
        'early.ts',
        'early.js',
        'intl-worker.js',
        'package.json',
      ]
        .map((file) => `apps/web/${file}`)
        .concat(shared),
      outputs: ['apps/web/dist/index.html'],
      build: buildWeb,
    },
  ]
  for (const part of parts) {
    const { stale, done } = staleness({ ...part, ignore: isTest })
    if (!stale && !force) continue
    const start = performance.now()
    process.stdout.write(`Building the ${part.name}… `)
    await part.build()
    done()
    process.stdout.write(`${((performance.now() - start) / 1000).toFixed(1)} s\n`)
  }
}

async function buildServer(entries) {
  const { rolldown } = await import('rolldown')
  const bundle = await rolldown({
    cwd: inRoot(),
    input: entries,
    platform: 'node',
    // drizzle-orm goes into the bundle: Node parses its 179 kB package.json anew for each of its modules, 120 MB of memory.
    external: (id) => !id.startsWith('.') && !path.isAbsolute(id) && !/^(@polylogue\/|drizzle-orm)/.test(id),
    logLevel: 'warn',
  })
  // Sources are not repeated in the maps: they lie beside the bundle, and Node reads maps at start.
  const { output } = await bundle.generate({
    dir: inRoot(dist),
    format: 'esm',
    sourcemap: true,
    sourcemapExcludeSources: true,
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash].js',
  })
  await bundle.close()
  putInPlace(output)
}

// Every file is renamed into place: a server that starts while another build runs never reads half a
// file, and a failed build leaves the last good one.
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

async function buildWeb() {
  const vite = await import('vite')
  const place = inRoot('apps/web')
  await vite.build({
    root: place,
    configFile: path.join(place, 'vite.config.ts'),
    logLevel: 'warn',
    build: { manifest: true },
  })
}
