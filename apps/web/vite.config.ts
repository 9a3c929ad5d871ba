import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const { version } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8')) as {
  version: string
}

/**
 * Copies Mermaid as published next to the document in `public/diagram/` that uses it. Only that document loads it; the
 * page's own bundle does not contain it.
 */
function diagramScript(): Plugin {
  const address = 'diagram/mermaid.js'
  const read = () => readFileSync(fileURLToPath(import.meta.resolve('mermaid/dist/mermaid.min.js')), 'utf8')
  return {
    name: 'diagram-script',
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: address, source: read() })
    },
    configureServer(server) {
      server.middlewares.use(`/${address}`, (_, reply) => {
        reply.setHeader('content-type', 'text/javascript')
        reply.end(read())
      })
    },
  }
}

/** Browsers clone what the copy of this package in mdast-util-to-hast clones; its own code is 1 kB of every chat. */
function nativeClone(): Plugin {
  const id = '@ungap/structured-clone'
  return {
    name: 'native-clone',
    enforce: 'pre',
    resolveId: (asked) => (asked === id ? `\0${id}` : undefined),
    load: (asked) => (asked === `\0${id}` ? 'export default globalThis.structuredClone' : undefined),
  }
}

/** Workers have no document, which this package reads named characters with in browsers. */
function charactersInWorkers(): Plugin {
  const id = 'decode-named-character-reference'
  return {
    name: 'characters-in-workers',
    enforce: 'pre',
    resolveId: (asked) =>
      asked === id ? fileURLToPath(new URL('index.js', import.meta.resolve(id))) : undefined,
  }
}

/** Writes compressed copies for browsers that accept them; not of index.html, which gets a new nonce for every page. */
function compressed(): Plugin {
  return {
    name: 'compressed',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        for (const [fileName, file] of Object.entries(bundle)) {
          if (!/^(assets|diagram)\/.*\.(js|css|svg)$/.test(fileName)) continue
          const source = Buffer.from(file.type === 'chunk' ? file.code : file.source)
          if (source.length < 1024) continue
          const params = { [constants.BROTLI_PARAM_QUALITY]: 10 }
          this.emitFile({
            type: 'asset',
            fileName: `${fileName}.br`,
            source: brotliCompressSync(source, { params }),
          })
          this.emitFile({ type: 'asset', fileName: `${fileName}.gz`, source: gzipSync(source, { level: 9 }) })
        }
      },
    },
  }
}

/** Puts what both pages begin with, such as the script before the first paint, in the place of `<!-- start/NAME.html -->`. */
function startParts(): Plugin {
  const partOf = (name: string) =>
    readFileSync(fileURLToPath(new URL(`src/app/start/${name}.html`, import.meta.url)), 'utf8').trimEnd()
  return {
    name: 'start-parts',
    transformIndexHtml: {
      order: 'pre',
      handler: (html) => html.replaceAll(/<!-- start\/(\w+)\.html -->/g, (_, name: string) => partOf(name)),
    },
  }
}

/** Shows the page of a share link at its address, as the server does (http/static.ts). */
function sharedPage(): Plugin {
  return {
    name: 'shared-page',
    configureServer(server) {
      server.middlewares.use((request, _, next) => {
        if (request.url?.startsWith('/share/chats/')) request.url = `/${SHARED_PAGE}`
        next()
      })
    },
  }
}

/** The page of a share link, and the mode that builds it: alone, so that it and the app share no chunk (decision 154). */
const SHARED_PAGE = 'share.html'
const SHARED = 'share'

/**
 * Preact instead of React, which alone is half of what that page may load. It renders the same components. Each name stands for
 * what is below it, too, so the longer ones come first.
 */
const PREACT = [
  {
    find: 'react-dom/server',
    replacement: fileURLToPath(new URL('src/app/share-to-html.ts', import.meta.url)),
  },
  { find: 'react/jsx-runtime', replacement: 'preact/jsx-runtime' },
  { find: 'react-dom', replacement: 'preact/compat' },
  { find: 'react', replacement: 'preact/compat' },
]

const ONE_FILE = { name: 'share', test: /\/src\/app\/share\.tsx$/ }

/** Files of the contract of which no chat needs anything at first. */
const CONTRACT_LATER =
  /\/contract\/src\/(calls-later|routes-later|(announcement|branding|chatbot|golden|idea|prompt|publication|share)-limits|audit-actions|configuration-groups|context-types|deployment-states|own-hosts|people-filters|permissions|placeholders|plugins|plugin-scopes)\.ts$/

const SPLITTING = {
  // Each group contains all its imports that no earlier group has. On a slow network many small files load one after
  // the other. What a group's files do not use of an index.ts stays out, because of `sideEffects` in package.json.
  groups: [
    // Parts of the contract that only later pages read; the entry would have all of the contract.
    { name: 'contract-later', test: CONTRACT_LATER, priority: 4 },
    { name: 'entry', test: /\/src\/app\/entry\.ts$/, priority: 3 },
    // Code for every page, with the sign-in page, which needs little more.
    { name: 'base', test: /\/src\/app\/(main|pages\/sign-in-page)\.tsx$/, priority: 2 },
    { name: 'workspace', test: /\/src\/app\/(shell\/shell|pages\/project-page)\.tsx$/, priority: 1 },
    // Small parts of many pages. Each file costs its name in the list of files that every chat loads.
    {
      name: 'lists',
      test: /\/src\/(ui\/(lead-row|fact-rows|movable-rows|shown-once)|lib\/form-draft)\./,
      priority: 0,
    },
    { name: 'vectors', test: /\/src\/features\/vectors\/index\.ts$/, priority: 0 },
    { name: 'status', test: /\/src\/features\/(media|datasources)\/status\.tsx$/, priority: 0 },
  ],
}

export default defineConfig(({ mode }) => ({
  plugins: [
    react(),
    ...(mode === SHARED ? [] : [diagramScript(), sharedPage()]),
    startParts(),
    nativeClone(),
    compressed(),
  ],
  worker: { plugins: () => [charactersInWorkers()] },
  define: { __APP_VERSION__: JSON.stringify(version) },
  ...(mode === SHARED ? { resolve: { alias: PREACT } } : {}),
  // The server replaces this with a new nonce for every page it sends.
  html: { cspNonce: '__NONCE__' },
  // `npm run check` checks the size of the files, by the manifests.
  build: {
    ...(mode === SHARED
      ? { manifest: '.vite/share.json', emptyOutDir: false, copyPublicDir: false }
      : { manifest: true }),
    target: 'es2023',
    // Fonts inlined as data URLs would be loaded by every visitor, and font-src is 'self'.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 2_000,
    rolldownOptions: {
      checks: { pluginTimings: false, shimmedExport: false },
      ...(mode === SHARED
        ? // What Preact lacks is imported by code that is left out, such as links of the router.
          { input: SHARED_PAGE, shimMissingExports: true, output: { codeSplitting: { groups: [ONE_FILE] } } }
        : { output: { codeSplitting: SPLITTING } }),
    },
  },
}))
