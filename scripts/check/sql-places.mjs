// SQL of a feature belongs into its store.ts or table.ts. This analyses the code instead of imports, because a file can run
// SQL through a connection that is passed to it.
import { readFileSync } from 'node:fs'
import ts from 'typescript'
import { inRoot } from '../root.mjs'
import { filesIn } from './files.mjs'

const features = 'apps/server/src/features'
const isStore = /[/-](store|table)\.ts$/
const notProduct = /\.(test|contract)\.ts$/

/** Names of connections, pools and transactions, at the end of the expression on which a method is called. */
const connection = /(^|[.#])(db|orm|pool|client|tx|runner|connection)$/i
const methods = new Set([
  'query',
  'select',
  'selectDistinct',
  'selectDistinctOn',
  'insert',
  'update',
  'delete',
  'with',
  '$count',
  'refreshMaterializedView',
])

/** Returns `{ seen, problems }`. */
export function sqlPlaces({
  files = featureFiles(),
  read = (file) => readFileSync(inRoot(file), 'utf8'),
} = {}) {
  return { seen: files.length, problems: files.flatMap((file) => sqlIn(file, read(file))) }
}

function featureFiles() {
  return filesIn([features], (name) => name.endsWith('.ts') && !notProduct.test(name)).filter(
    (file) => !isStore.test(file) && !file.includes('/test/'),
  )
}

function sqlIn(file, text) {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const problems = []
  const visit = (node) => {
    const what = sqlOf(node, source)
    if (what) {
      const { line } = source.getLineAndCharacterOfPosition(node.getStart(source))
      problems.push(`${file}:${line + 1}: ${what} outside a store`)
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return problems
}

/** Returns how a node uses a database; undefined when it does not. */
function sqlOf(node, source) {
  if (ts.isTaggedTemplateExpression(node) && /^sql\b/.test(node.tag.getText(source))) return 'SQL in a sql`…`'
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return undefined
  const { expression: receiver, name } = node.expression
  const on = receiver.getText(source)
  const runs = name.text === 'execute' || (methods.has(name.text) && connection.test(on))
  return runs ? `SQL by ${on}.${name.text}(…)` : undefined
}
