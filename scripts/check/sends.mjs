// Texts leave for a model only where something decides whether they may (decision 86). This finds every call that sends some, so
// that a new one cannot appear unseen.
import { readFileSync } from 'node:fs'
import ts from 'typescript'
import { inRoot } from '../root.mjs'
import { filesIn } from './files.mjs'

const server = 'apps/server/src'
const notProduct = /\.(test|contract)\.ts$/
/** Engines are what receives. */
const engines = /^apps\/server\/src\/engines\//
const methods = new Set(['chat', 'embed', 'answerDirectly'])

/** Every file that sends texts to a model, or hands out the function that does, with how many calls and what decides. */
const SENDERS = {
  [`${server}/features/answers/run/ask-engine.ts`]: [
    1,
    'promptToSend, before the run begins; direct questions by their callers',
  ],
  [`${server}/features/datasources/search/translation.ts`]: [1, 'mayAsk'],
  [`${server}/features/vectors/embed.ts`]: [1, 'requireMaySendNow'],
  [`${server}/features/goldensets/runs/run.ts`]: [1, 'a judge reads answers that used no data source'],
  [`${server}/features/openai-api/embeddings/call-engine.ts`]: [1, 'texts of a program, not of this product'],
  [`${server}/features/providers/engine-proxy.ts`]: [2, 'passes on what the others send'],
  [`${server}/http/v1.ts`]: [1, 'texts of a program, not of this product'],
  [`${server}/open-asked-models.ts`]: [1, 'for scans: model-for-scans.ts decides at the turn'],
  [`${server}/open-tools.ts`]: [1, 'for translations: the service decides at the turn'],
  [`${server}/open-chats.ts`]: [1, 'for titles, which decide at the turn'],
  [`${server}/app.ts`]: [1, 'for /v1, whose texts are of programs'],
}

/** Returns `{ seen, problems }`. */
export function sends({
  files = filesIn([server], (name) => name.endsWith('.ts') && !notProduct.test(name)),
  read = (file) => readFileSync(inRoot(file), 'utf8'),
  senders = SENDERS,
} = {}) {
  const product = files.filter((file) => !engines.test(file) && !file.includes('/test/'))
  const problems = product.flatMap((file) =>
    problemsOf(file, sendsIn(file, read(file)), senders[file]?.[0] ?? 0),
  )
  const gone = Object.keys(senders).filter((file) => !product.includes(file))
  return {
    seen: product.length,
    problems: [...problems, ...gone.map((file) => `${file}: is in the list of senders and not there`)],
  }
}

function problemsOf(file, found, known) {
  if (found.length === known) return []
  if (found.length < known) return [`${file}: sends at ${found.length} places and is listed with ${known}`]
  return found.map(
    ({ line, text }) =>
      `${file}:${line}: ${text} may send text to an external model. Let requireMaySendNow decide directly before, and list the file`,
  )
}

function sendsIn(file, text) {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const found = []
  const visit = (node) => {
    const name = sentBy(node)
    // A method that is passed on sends, too.
    if (name)
      found.push({
        line: source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1,
        text: `….${name}`,
      })
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

/** Returns the method of an expression like `engine.chat(…)`, `engine['chat']` or `const { chat } = engine`. */
function sentBy(node) {
  if (ts.isBindingElement(node) && ts.isObjectBindingPattern(node.parent))
    return isEngine(node.parent.parent.initializer)
      ? known((node.propertyName ?? node.name).getText())
      : undefined
  const name = accessed(node)
  if (name === undefined || !known(name)) return undefined
  const isCalled = ts.isCallExpression(node.parent) && node.parent.expression === node
  return isCalled || name === 'answerDirectly' || isEngine(node.expression) ? name : undefined
}

function accessed(node) {
  if (ts.isPropertyAccessExpression(node)) return node.name.text
  if (ts.isElementAccessExpression(node) && ts.isStringLiteralLike(node.argumentExpression))
    return node.argumentExpression.text
  return undefined
}

const isEngine = (node) => node !== undefined && /(engine|engineOf\(.*\)|answers)$/i.test(node.getText())

const known = (name) => (methods.has(name) ? name : undefined)
