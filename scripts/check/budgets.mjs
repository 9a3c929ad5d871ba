// Measures what a browser loads before a page is usable: compressed JavaScript and styles of the entry, of every chunk that
// the page needs, and of all their imports. Reads the manifest of the built web app.
import { existsSync, readFileSync } from 'node:fs'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { inRoot } from '../root.mjs'

const dist = 'apps/web/dist'
// Counts English; the other languages differ by a kilobyte.
const texts = /\/texts\/en\.ts$/
const main = /\/main\.tsx$/
const pages = [
  { name: 'sign-in page', sources: [main, /\/sign-in-page\.tsx$/, texts], kilobytes: 169 },
  // A page of its own: everything that its manifest loads at once (decision 154).
  { name: 'shared page', sources: [/\/texts\/shared-en\.ts$/], kilobytes: 120, manifest: 'share.json' },
  { name: 'chat page', sources: [main, /\/shell\.tsx$/, /\/project-page\.tsx$/, texts], kilobytes: 290 },
]

/** The widget in pages of others: all that it loads before the first question, with brotli (decision 159). */
const widget = { name: 'widget', file: 'apps/widget/dist/widget.js', kilobytes: 8 }

export function budgets() {
  if (!existsSync(inRoot(dist)) || !existsSync(inRoot(widget.file)))
    return { seen: pages.length, problems: [], note: 'skipped: the web app is not built' }
  const measured = [...pages.map(measure), measureWidget()]
  return {
    seen: measured.length,
    problems: measured.flatMap(({ problem }) => problem ?? []),
    note: measured
      .map(
        ({ page, size }) =>
          `${page.name} ${size.toFixed(page.kilobytes < 10 ? 2 : 0)} of ${page.kilobytes} kB`,
      )
      .join(', '),
  }
}

function measureWidget() {
  const text = readFileSync(inRoot(widget.file))
  const size = brotliCompressSync(text).length / 1000
  const isAscii = text.every((byte) => byte < 127)
  const problem =
    size > widget.kilobytes
      ? `The widget has ${size.toFixed(3)} kB, its budget is ${widget.kilobytes} kB: ${widget.file}`
      : isAscii
        ? undefined
        : `${widget.file} has characters beyond ASCII, and pages have other charsets.`
  return { page: widget, size, problem }
}

function measure(page) {
  const file = inRoot(dist, '.vite', page.manifest ?? 'manifest.json')
  const manifest = JSON.parse(readFileSync(file, 'utf8'))
  const entry = Object.keys(manifest).find((key) => manifest[key].isEntry)
  const chunks = page.sources.map((source) =>
    Object.keys(manifest).find((key) => source.test(key) && manifest[key].isDynamicEntry),
  )
  const missing = page.sources[chunks.indexOf(undefined)]
  if (!entry || missing)
    return { page, size: 0, problem: `The ${page.name} has no chunk of its own: ${missing} matches none.` }
  const files = filesOf(manifest, [entry, ...chunks])
  const size =
    files.reduce((sum, file) => sum + gzipSync(readFileSync(inRoot(dist, file)), { level: 9 }).length, 0) /
    1000
  const problem =
    size > page.kilobytes
      ? `The ${page.name} loads ${size.toFixed(1)} kB, its budget is ${page.kilobytes} kB:\n${files.join('\n')}`
      : undefined
  return { page, size, problem }
}

function filesOf(manifest, keys) {
  const chunks = new Set()
  const walk = (key) => {
    if (chunks.has(key)) return
    chunks.add(key)
    for (const next of manifest[key].imports ?? []) walk(next)
  }
  keys.forEach(walk)
  const files = [...chunks].map((key) => manifest[key]).flatMap(({ file, css = [] }) => [file, ...css])
  return [...new Set(files)]
}
