// Interface texts belong into apps/web/src/texts, in every language. This finds literal texts in components: as an element's
// child, in a branch of a condition, or in a visible or announced attribute. The linter's own rule finds plain children
// only.
import { readFileSync } from 'node:fs'
import ts from 'typescript'
import { inRoot } from '../root.mjs'
import { filesIn } from './files.mjs'

const shownAttributes = new Set([
  'alt',
  'aria-label',
  'aria-description',
  'aria-roledescription',
  'description',
  'label',
  'placeholder',
  'title',
])
// Names of keys are the same in every language of the product.
const exemptElements = new Set(['kbd', 'Kbd'])

/** Returns `{ seen, problems }`. */
export function literalText() {
  const files = filesIn(
    ['apps/web/src', 'apps/widget/src'],
    (name) => name.endsWith('.tsx') && !name.endsWith('.test.tsx'),
  )
  return { seen: files.length, problems: files.flatMap(literalsIn) }
}

function literalsIn(file) {
  const source = ts.createSourceFile(
    file,
    readFileSync(inRoot(file), 'utf8'),
    ts.ScriptTarget.Latest,
    true,
    ts.ScriptKind.TSX,
  )
  const problems = []
  const report = (node) => {
    const { line } = source.getLineAndCharacterOfPosition(node.getStart(source))
    problems.push(`${file}:${line + 1}: literal text ${node.getText(source).trim().slice(0, 60)}`)
  }
  const visit = (node) => {
    if (isExempt(node)) return
    if (ts.isJsxText(node) && hasWords(node.text)) report(node)
    if (ts.isJsxExpression(node) && !ts.isJsxAttribute(node.parent)) shownStrings(node.expression, report)
    if (ts.isJsxAttribute(node) && shownAttributes.has(node.name.getText(source)))
      shownStrings(node.initializer, report)
    ts.forEachChild(node, visit)
  }
  visit(source)
  return problems
}

const isExempt = (node) => ts.isJsxElement(node) && exemptElements.has(node.openingElement.tagName.getText())
const hasWords = (text) => /\p{L}/u.test(text)

// Follows an expression only where its value is rendered: not into the arguments of a call.
function shownStrings(node, report) {
  if (!node) return
  if (ts.isStringLiteralLike(node) && hasWords(node.text)) report(node)
  if (
    ts.isTemplateExpression(node) &&
    [node.head, ...node.templateSpans.map((span) => span.literal)].some((part) => hasWords(part.text))
  ) {
    report(node)
  }
  if (ts.isJsxExpression(node) || ts.isParenthesizedExpression(node)) shownStrings(node.expression, report)
  if (ts.isConditionalExpression(node))
    [node.whenTrue, node.whenFalse].forEach((branch) => shownStrings(branch, report))
  if (ts.isBinaryExpression(node) && yieldsOperand.has(node.operatorToken.kind)) {
    if (node.operatorToken.kind !== ts.SyntaxKind.AmpersandAmpersandToken) shownStrings(node.left, report)
    shownStrings(node.right, report)
  }
}

const yieldsOperand = new Set([
  ts.SyntaxKind.AmpersandAmpersandToken,
  ts.SyntaxKind.BarBarToken,
  ts.SyntaxKind.QuestionQuestionToken,
  ts.SyntaxKind.PlusToken,
])
