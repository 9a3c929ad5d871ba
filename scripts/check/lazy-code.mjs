// Code of the page that loads later comes through a helper of apps/web/src/lib/load-code.ts, which waits for a lost connection
// and tries again. So `import(…)` stands in an argument of a helper, or in a loader: a function that only imports, which a
// variable or a property names. Only helpers call loaders, and what loads ahead: it ignores a failure, which a helper reports later.
import { readFileSync } from 'node:fs'
import ts from 'typescript'
import { inRoot } from '../root.mjs'
import { filesIn } from './files.mjs'

const HELPERS = new Set(['loadCode', 'lazyView', 'lazyDialog', 'lazyPart'])
const isCode = (name) => /(?<!\.test)\.tsx?$/.test(name)

/** Returns `{ seen, problems }`. */
export function lazyCode({
  files = filesIn(['apps/web/src'], isCode).filter((file) => !file.includes('/test/')),
  read = (file) => readFileSync(inRoot(file), 'utf8'),
} = {}) {
  const texts = files.map((file) => [file, read(file)])
  // Parsing every file would take ten times as long.
  const parsed = (wanted) =>
    texts.filter(([, text]) => wanted.test(text)).map(([file, text]) => parse(file, text))
  const exported = parsed(/export const \w+ =.*\bimport\(/).flatMap((source) =>
    loadersOf(source, new Set()).filter(isExported).map(nameOf),
  )
  const sources = parsed(new RegExp(`\\b(?:${['import', ...exported].join('|')})\\(`))
  return { seen: files.length, problems: sources.flatMap((source) => problemsOf(source, exported)) }
}

const parse = (file, text) => ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX)

function problemsOf(source, exported) {
  const names = new Set([...exported, ...loadersOf(source, new Set()).map(nameOf)])
  const loaders = new Set(loadersOf(source, names).map(({ initializer }) => initializer))
  const problems = []
  const visit = (node, isSafe) => {
    if (!isSafe && isLoad(node, names))
      problems.push(`${placeOf(node, source)}: load this through a helper of lib/load-code.ts`)
    ts.forEachChild(node, (child) => visit(child, isSafe || loaders.has(node) || isHelped(node, source)))
  }
  visit(source, false)
  return problems
}

/** Returns the variables and properties whose value is a function that only imports or calls a loader of `names`. */
function loadersOf(source, names) {
  const found = []
  const visit = (node) => {
    const isNamed = ts.isVariableDeclaration(node) || ts.isPropertyAssignment(node)
    if (isNamed && node.initializer && isLoader(node.initializer, names)) found.push(node)
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

/** `() => import(…)`, or an expression of what `await import(…)` gives; a block may only have constants and a return. */
function isLoader(node, names) {
  if (!ts.isArrowFunction(node) || node.parameters.length > 0) return false
  const { body } = node
  const isPlain = (step) => ts.isVariableStatement(step) || ts.isReturnStatement(step)
  if (ts.isBlock(body) && !(body.statements.every(isPlain) && ts.isReturnStatement(body.statements.at(-1))))
    return false
  const awaits = (one) =>
    (ts.isAwaitExpression(one) && isLoad(one.expression, names)) ||
    (ts.forEachChild(one, (child) => awaits(child) || undefined) ?? false)
  return isLoad(body, names) || awaits(body)
}

/** Whether a node imports, or calls a loader of `names`. */
const isLoad = (node, names) =>
  ts.isCallExpression(node) &&
  (node.expression.kind === ts.SyntaxKind.ImportKeyword ||
    (ts.isIdentifier(node.expression) && names.has(node.expression.text)))

const AHEAD = '\\(\\)\\.catch\\(\\(\\) => undefined\\)'
const loadsAhead = new RegExp(`^\\w+${AHEAD}$`)

function isHelped(node, source) {
  if (!ts.isCallExpression(node)) return false
  if (loadsAhead.test(node.getText(source))) return true
  const { expression } = node
  return ts.isIdentifier(expression) && (HELPERS.has(expression.text) || passesOn(source, expression.text))
}

/** Whether a function of this file loads what it is given, as `page` of the router and `begin` of the entry do. */
const passesOn = (source, name) =>
  new RegExp(`const ${name} = \\((\\w+)\\b.*(?:loadCode\\(\\1\\)|\\b\\1${AHEAD})`).test(source.text)

const isExported = (node) =>
  node.parent.parent.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) ?? false
const nameOf = (node) => node.name.getText()
const placeOf = (node, source) =>
  `${source.fileName}:${source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1}`
