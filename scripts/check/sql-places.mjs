// SQL of a feature stands in its store.ts or table.ts. This looks at what the code does, because a file can
// run SQL through a connection that it was given without importing anything of the database.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import ts from 'typescript'
import { inRoot } from '../root.mjs'
import { filesIn } from './files.mjs'

const features = 'apps/server/src/features'
const isStore = (file) => /[/-](store|table)\.ts$/.test(file)
const featureOf = (file) => file.slice(features.length + 1).split('/')[0]

/** What connections, pools and transactions are called, at the end of the expression a method is called on. */
const connection = /(^|\.|#)(db|orm|pool|client|tx|runner|connection)$/i
const running = new Set([
  'query',
  'execute',
  'select',
  'selectDistinct',
  'insert',
  'update',
  'delete',
  'with',
])

/** Returns `{ seen, problems }`. */
export function sqlPlaces({
  files = featureFiles(),
  read = (file) => readFileSync(inRoot(file), 'utf8'),
} = {}) {
  const sources = files.map((file) => ts.createSourceFile(file, read(file), ts.ScriptTarget.Latest, true))
  const tables = tablesIn(sources.filter(({ fileName }) => /[/-]table\.ts$/.test(fileName)))
  const problems = sources.flatMap((source) =>
    isStore(source.fileName) ? foreignTables(source, tables) : sqlIn(source),
  )
  return { seen: files.length, problems }
}

function featureFiles() {
  return filesIn([features], (name) => name.endsWith('.ts') && !/\.(test|contract)\.ts$/.test(name)).filter(
    (file) => !file.includes('/test/'),
  )
}

/** Table name → the table.ts that describes it. */
function tablesIn(sources) {
  const tables = new Map()
  for (const source of sources)
    visitAll(source, (node) => {
      if (!ts.isCallExpression(node) || node.expression.getText(source) !== 'pgTable') return
      const [name] = node.arguments
      if (name && ts.isStringLiteralLike(name)) tables.set(name.text, source.fileName)
    })
  return tables
}

function sqlIn(source) {
  return problemsOf(source, (node) => {
    if (ts.isTaggedTemplateExpression(node) && /^sql\b/.test(node.tag.getText(source)))
      return 'uses the sql tag outside a store'
    if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return undefined
    const { expression: receiver, name } = node.expression
    if (name.text === 'execute') return `calls .execute( outside a store`
    if (running.has(name.text) && connection.test(receiver.getText(source)))
      return `runs SQL by ${receiver.getText(source)}.${name.text}( outside a store`
    return undefined
  })
}

/** Raw SQL that names the table of another feature whose table.ts the file does not import. */
function foreignTables(source, tables) {
  const imported = new Set(
    source.statements
      .filter((statement) => ts.isImportDeclaration(statement))
      .map(({ moduleSpecifier }) =>
        path.posix.join(path.posix.dirname(source.fileName), moduleSpecifier.text),
      ),
  )
  return problemsOf(source, (node) => {
    const text = rawTextOf(node)
    if (text === undefined) return undefined
    for (const [, name] of text.matchAll(/\b(?:FROM|JOIN|INTO|UPDATE)\s+"?([a-z_]+)\b/g)) {
      const table = tables.get(name)
      if (table && featureOf(table) !== featureOf(source.fileName) && !imported.has(table))
        return `names the table ${name} of ${featureOf(table)} without importing its table.ts`
    }
    return undefined
  })
}

function rawTextOf(node) {
  if (ts.isStringLiteralLike(node)) return node.text
  if (!ts.isTemplateExpression(node)) return undefined
  return [node.head, ...node.templateSpans.map(({ literal }) => literal)].map(({ text }) => text).join(' ? ')
}

function problemsOf(source, problemOf) {
  const problems = []
  visitAll(source, (node) => {
    const problem = problemOf(node)
    if (!problem) return
    const { line } = source.getLineAndCharacterOfPosition(node.getStart(source))
    problems.push(`${source.fileName}:${line + 1}: ${problem}`)
  })
  return problems
}

function visitAll(node, visit) {
  visit(node)
  ts.forEachChild(node, (child) => visitAll(child, visit))
}
