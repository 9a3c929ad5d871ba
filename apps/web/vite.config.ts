import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import * as wholeContract from '@polylogue/contract'
import type { Call, Calls } from '@polylogue/contract'
import { createChunkOf } from './chunks.ts'
import { early } from './early.ts'
import { parts } from './parts.ts'

const { version } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8')) as {
  version: string
}

/**
 * A browser needs a call's method, path, door and reply, not its schemas: the server validates. Without zod the contract
 * is 5 kB instead of 60. A schema that is imported all the same fails the build: it is not among the exports.
 */
function contractWithoutSchemas(): Plugin {
  const id = '\0contract-without-schemas'
  const { contract, ...others } = wholeContract
  const light = mapValues<Calls, Record<string, unknown>>(contract, (calls) => mapValues(calls, factsOf))
  const constants = Object.entries(others).filter(([, value]) => isConstant(value))
  const source = Object.entries({ contract: light, ...Object.fromEntries(constants) })
    .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)}`)
    .join('\n')
  return {
    name: 'contract-without-schemas',
    enforce: 'pre',
    resolveId: (asked) => (asked === '@polylogue/contract' ? id : null),
    load: (asked) => (asked === id ? source : null),
    transform: {
      filter: { id: /\/(apps\/web|packages\/client)\/src\/.*\.tsx?$/, code: 'contract.' },
      // Each call stands where it is made: a file brings the calls it makes, and not the whole API.
      handler(code, file) {
        const made = code.replace(CALL, (whole, noun: string, name: string) => {
          const facts = light[noun]?.[name]
          return facts ? `(${JSON.stringify(facts)})` : whole
        })
        const noun = /\.test\.tsx?$/.test(file) ? null : NOUN.exec(made)
        if (noun) this.error(`${noun[0]} brings the whole API: write contract.noun.call where a call is made`)
        return made
      },
    },
  }
}

/** A call in the code, and a noun of which no call is named; types are neither. */
const CALL = /(?<!typeof )\bcontract\.(\w+)\.(\w+)\b/g
const NOUN = /(?<!typeof )\bcontract\.\w+\b(?!\.)/

const factsOf = ({ method, path, door, reply }: Call) => ({ method, path, door, reply })
const isConstant = (value: unknown) =>
  typeof value === 'string' ||
  typeof value === 'number' ||
  (typeof value === 'object' && value !== null && !('_zod' in value) && isPlain(value))
const isPlain = (value: object) =>
  !JSON.stringify(value).includes('"_zod"') && !Object.values(value).some(isSchemaOrCall)
const isSchemaOrCall = (value: unknown) =>
  typeof value === 'object' && value !== null && ('_zod' in value || 'door' in value)
const mapValues = <V, W>(from: Readonly<Record<string, V>>, to: (value: V) => W): Record<string, W> =>
  Object.fromEntries(Object.entries(from).map(([name, value]) => [name, to(value)]))

/**
 * Mermaid as it is published, beside the document in `public/diagram/` that draws with it. It is a script of that document
 * alone: nothing of it is in the page's own code.
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

/** The server sends these where a browser takes them; index.html gets a nonce for every page and is not among them. */
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

export default defineConfig({
  plugins: [contractWithoutSchemas(), react(), early(), parts(), diagramScript(), compressed()],
  define: { __APP_VERSION__: JSON.stringify(version) },
  // The server puts a fresh nonce in its place for every page it sends.
  html: { cspNonce: '__NONCE__' },
  build: {
    manifest: true,
    target: 'es2023',
    // Fonts as data addresses would be loaded by everybody, and font-src is 'self'.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: { codeSplitting: { groups: [{ name: createChunkOf() }] } },
    },
  },
})
