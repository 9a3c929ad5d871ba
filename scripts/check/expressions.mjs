// Regular expressions run on what people send, on the main thread (decision 93). This finds expressions that are built from a
// value, and those that need quadratic or exponential time for a text which repeats one character.
import { readFileSync } from 'node:fs'
import { RegExpParser } from '@eslint-community/regexpp'
import { analyse } from 'scslre'
import ts from 'typescript'
import { inRoot } from '../root.mjs'
import { filesIn } from './files.mjs'

const notProduct = /\.(test|contract)\.tsx?$/

/** Runs in a thread with a time limit. */
const inThread = 'apps/server/src/features/goldensets/checks/check.ts'

/** Returns `{ seen, problems }`; `seen` counts the expressions. */
export function expressions({
  files = productFiles(),
  read = (file) => readFileSync(inRoot(file), 'utf8'),
} = {}) {
  const found = files.flatMap((file) => expressionsIn(file, read(file)))
  return { seen: found.length, problems: found.flatMap(({ problem }) => problem || []) }
}

function productFiles() {
  return filesIn(
    ['apps', 'packages'],
    (name) => /\.tsx?$/.test(name) && !notProduct.test(name) && !name.endsWith('.d.ts'),
  ).filter((file) => !file.includes('/test/'))
}

function expressionsIn(file, text) {
  const kind = file.endsWith('.tsx') ? ts.ScriptKind.TSX : ts.ScriptKind.TS
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, kind)
  const found = []
  const visit = (node) => {
    const what = ts.isRegularExpressionLiteral(node)
      ? slow(node.text)
      : isBuilt(node) && file !== inThread
        ? builtFromValue(node)
        : undefined
    if (what !== undefined) {
      const { line } = source.getLineAndCharacterOfPosition(node.getStart(source))
      const shown = node.getText(source).slice(0, 80)
      found.push({ problem: what && `${file}:${line + 1}: ${shown} ${what}` })
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

/** Methods of a text that make an expression of what they are given. */
const makesOne = new Set(['match', 'matchAll', 'search'])

function isBuilt(node) {
  if (!ts.isNewExpression(node) && !ts.isCallExpression(node)) return false
  const { expression: called } = node
  if (ts.isIdentifier(called)) return called.text === 'RegExp'
  if (!ts.isPropertyAccessExpression(called)) return false
  if (called.name.text === 'RegExp') return /^(globalThis|window|self)$/.test(called.expression.getText())
  return (
    makesOne.has(called.name.text) &&
    node.arguments?.length === 1 &&
    mayBeText(called.name.text, node.arguments[0])
  )
}

/** Services have a method `search`, too, which is given values: only what is written as a text counts there. */
function mayBeText(method, node) {
  if (ts.isStringLiteralLike(node) || ts.isTemplateExpression(node) || ts.isBinaryExpression(node))
    return true
  if (method === 'search') return false
  return ts.isPropertyAccessExpression(node) || (ts.isIdentifier(node) && !isExpression(node))
}

/** Whether the file says that a name is an expression, or takes it from a constant, which is written in capitals. */
function isExpression({ text: name, parent }) {
  const lines = parent.getSourceFile().text.split('\n')
  const says = new RegExp(`\\b${name}\\??: (?:readonly )?RegExp\\b`)
  const takes = new RegExp(`(?:const|\\() *\\{?[^=]*\\b${name}\\b`)
  return lines.some((line) => says.test(line) || (takes.test(line) && /\b[A-Z][A-Z_]{2,}\b/.test(line)))
}

/**
 * A pattern may have constants, which are written in capitals. As a statement of its own the expression is only parsed, never
 * run. Returns the problem, or an empty text.
 */
function builtFromValue({ arguments: [pattern] = [], parent }) {
  if (ts.isExpressionStatement(parent)) return ''
  let isConstant = true
  const visit = (node) => {
    const isName =
      ts.isIdentifier(node) && !(ts.isPropertyAccessExpression(node.parent) && node.parent.name === node)
    if (isName && !/^[A-Z][A-Z\d_]*$/.test(node.text)) isConstant = false
    ts.forEachChild(node, visit)
  }
  if (pattern) visit(pattern)
  return isConstant ? '' : 'is built from a value: search the text without an expression'
}

const parser = new RegExpParser()

/** Returns the problem of a literal, or an empty text. */
function slow(literal) {
  // Without an unlimited repetition the time is linear.
  if (!/[*+]|\{\d+,\}/.test(literal)) return ''
  const { pattern, flags } = parser.parseLiteral(literal)
  const { reports } = analyse({ pattern, flags })
  if (reports.length === 0) return ''
  const time = reports.some(({ exponential }) => exponential) ? 'exponential' : 'quadratic'
  return `takes ${time} time: let a lookbehind say where a match begins, or let parts next to each other match different signs`
}
