import type { Plugin, Rolldown } from 'vite'
import { scriptOf } from './script-of.ts'

type Bundle = Rolldown.OutputBundle

/** Only the Latin letters of Inter are fetched before they are needed; all else waits for its unicode-range. */
const LETTERS = /inter-latin-wght-normal.*\.woff2$/

/** Puts early.js into the built page, with the names of the files it fetches; the worker that it begins is one of them. */
export function early(): Plugin {
  let worker = ''
  let intl = ''
  return {
    name: 'early',
    apply: 'build',
    buildStart() {
      worker = this.emitFile({ type: 'asset', name: 'intl-worker.js', source: scriptOf('intl-worker.js') })
    },
    generateBundle() {
      intl = this.getFileName(worker)
    },
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle = {} }) {
        const files = {
          door: filesOf(bundle, ['/src/app/pages/sign-in-page.tsx']),
          intl,
          letters: Object.keys(bundle).find((name) => LETTERS.test(name)),
        }
        // Before the styles: a script behind them waits for them.
        const children = scriptOf('early.js').replace('FILES', JSON.stringify(files))
        return [{ tag: 'script', attrs: { nonce: '__NONCE__' }, children, injectTo: 'head-prepend' }]
      },
    },
  }
}

function chunkOf(bundle: Bundle, source: string): string {
  const chunk = Object.values(bundle).find(
    (file) => file.type === 'chunk' && file.facadeModuleId?.endsWith(source),
  )
  if (!chunk) throw new Error(`${source} has no chunk of its own`)
  return chunk.fileName
}

/** The chunks of these modules with all that they import and their styles, but not what the entry brings anyway. */
function filesOf(bundle: Bundle, sources: readonly string[]): string[] {
  const entry = Object.values(bundle).find((file) => file.type === 'chunk' && file.isEntry)
  const known = withImports(bundle, entry ? [entry.fileName] : [])
  const wanted = withImports(
    bundle,
    sources.map((source) => chunkOf(bundle, source)),
  )
  return [...wanted].filter((file) => !known.has(file))
}

function withImports(bundle: Bundle, starts: readonly string[]): Set<string> {
  const seen = new Set(starts)
  for (const name of seen) {
    const file = bundle[name]
    if (file?.type !== 'chunk') continue
    for (const other of [...file.imports, ...(file.viteMetadata?.importedCss ?? [])]) seen.add(other)
  }
  return seen
}
