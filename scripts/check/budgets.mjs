// How much a browser loads before a page can be used: JavaScript and styles, compressed, of the base, of every
// chunk that this page cannot do without, and of all that these import. Read from the manifest of the built web app.
import { existsSync, readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { inRoot } from '../root.mjs'

const dist = 'apps/web/dist'
// English counts as the language; the others differ by a kilobyte.
const texts = /\/texts\/en\.ts$/
// V8 heeds this line only at the very beginning of a file; see apps/web/parts.ts.
const hint = '//# allFunctionsCalledOnLoad'
const compiledAtOnce = ['base', 'workspace']
// Nothing but names of a part, which is asked in their place: no files of their own (apps/web/parts.ts).
const doors = ['shell', 'project-page']
const pages = [
  { name: 'sign-in page', sources: [/\/sign-in-page\.tsx$/, texts], kilobytes: 250 },
  { name: 'chat page', sources: [/\/shell\.tsx$/, /\/project-page\.tsx$/, texts], kilobytes: 320 },
]

export function budgets() {
  const file = inRoot(dist, '.vite/manifest.json')
  if (!existsSync(inRoot(dist)))
    return { seen: pages.length, problems: [], note: 'skipped: the web app is not built' }
  const manifest = JSON.parse(readFileSync(file, 'utf8'))
  const measured = pages.map((page) => measure(page, manifest))
  return {
    seen: measured.length,
    problems: [
      ...measured.flatMap(({ problem }) => problem ?? []),
      ...compiledLater(manifest),
      ...styledLater(manifest),
    ],
    note: measured
      .map(({ page, size }) => `${page.name} ${size.toFixed(0)} of ${page.kilobytes} kB`)
      .join(', '),
  }
}

function measure(page, manifest) {
  const entry = Object.keys(manifest).find((key) => manifest[key].name === 'base')
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

/** Files of the first paint whose functions V8 would compile one after the other, while somebody waits. */
function compiledLater(manifest) {
  return compiledAtOnce.flatMap((name) => {
    const file = Object.values(manifest).find((chunk) => chunk.name === name)?.file
    if (file && readFileSync(inRoot(dist, file), 'utf8').startsWith(hint)) return []
    return `The file ${file ?? name} does not begin with ${hint}.`
  })
}

/** Styles of the workspace that are not in the page's own file: it would be drawn when they are there. */
function styledLater(manifest) {
  const { css = [] } = Object.values(manifest).find(({ name }) => name === 'workspace') ?? {}
  return css.map((file) => `The workspace waits for a file of styles of its own: ${file}.`)
}

function filesOf(manifest, keys) {
  const chunks = new Set()
  const walk = (key) => {
    if (chunks.has(key)) return
    chunks.add(key)
    for (const next of manifest[key].imports ?? []) walk(next)
  }
  keys.forEach(walk)
  const files = [...chunks]
    .map((key) => manifest[key])
    .flatMap(({ name, file, css = [] }) => (doors.includes(name) ? css : [file, ...css]))
  return [...new Set(files)]
}
