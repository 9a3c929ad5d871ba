// Builds the widget: one classic script of ASCII characters, whatever the charset of the page, and with `--mode more` the script
// that it loads with the first question. Both with compressed copies.
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { defineConfig, type Plugin } from 'vite'

const DENSE = 'А'.charCodeAt(0) - '@'.charCodeAt(0)

/**
 * Writes the Cyrillic letters А to ю of texts as the characters @ to ~, and я as itself: a sixth of `\\u0410`. The texts read
 * them back with `cyrillic`.
 */
function denseCyrillic(): Plugin {
  return {
    name: 'dense-cyrillic',
    apply: 'build',
    enforce: 'pre',
    transform(code, id) {
      if (!id.endsWith('/texts.ts')) return undefined
      return code.replace(/'[^'\n]+'/g, (text) => {
        if (!/[А-я]/.test(text)) return text
        if (/[@-~]/.test(text)) throw new Error(`${text} mixes alphabets.`)
        return JSON.stringify(
          text.slice(1, -1).replace(/[А-ю]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) - DENSE)),
        )
      })
    },
  }
}

const ascii = (code: string): string =>
  code.replace(/[^\0-\x7e]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)

function small(): Plugin {
  return {
    name: 'small',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        for (const [fileName, file] of Object.entries(bundle)) {
          if (file.type !== 'chunk') continue
          file.code = ascii(file.code)
          const source = Buffer.from(file.code)
          this.emitFile({ type: 'asset', fileName: `${fileName}.br`, source: brotliCompressSync(source) })
          this.emitFile({ type: 'asset', fileName: `${fileName}.gz`, source: gzipSync(source, { level: 9 }) })
        }
      },
    },
  }
}

export default defineConfig(({ mode }) => ({
  root: import.meta.dirname,
  plugins: [denseCyrillic(), small()] as Plugin[],
  build: {
    target: 'es2022',
    cssMinify: 'lightningcss',
    cssTarget: ['chrome123', 'safari17.5', 'firefox120'],
    emptyOutDir: mode !== 'more',
    modulePreload: false,
    reportCompressedSize: false,
    rolldownOptions: {
      input: (mode === 'more' ? { 'widget-more': 'src/more/main.ts' } : { widget: 'src/main.ts' }) as Record<
        string,
        string
      >,
      preserveEntrySignatures: 'strict',
      output: { format: mode === 'more' ? 'es' : 'iife', entryFileNames: '[name].js', minify: true },
    },
  },
}))
