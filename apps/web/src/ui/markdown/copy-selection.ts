// Copies a selection of an answer: formulas as TeX, once; tables with tabs; no buttons.
import type { ClipboardEvent } from 'react'
import { LEFT_OUT, plainText } from './plain-text.ts'

/** Handles a copy event of an answer whose selection has a formula, a table or a button; leaves others to the browser. */
export function copySelection(event: ClipboardEvent<HTMLElement>): void {
  const selection = document.getSelection()
  if (event.defaultPrevented || !selection?.rangeCount || selection.isCollapsed) return
  const copy = copyOf(wholeFormulas(selection.getRangeAt(0)), event.currentTarget)
  if (!copy.querySelector(`tr, .katex, ${LEFT_OUT}`)) return
  writeFormulas(copy)
  for (const left of copy.querySelectorAll(LEFT_OUT)) left.remove()
  event.clipboardData.setData('text/html', copy.innerHTML)
  event.clipboardData.setData('text/plain', plainText(copy))
  event.preventDefault()
}

/** Returns the range with the formulas in which it begins or ends. */
function wholeFormulas(selected: Range): Range {
  const range = selected.cloneRange()
  const first = formulaOf(range.startContainer)
  const last = formulaOf(range.endContainer)
  if (first) range.setStartBefore(first)
  if (last) range.setEndAfter(last)
  return range
}

function formulaOf(node: Node): Element | null {
  const element = node instanceof Element ? node : node.parentElement
  return element?.closest('.katex-display') ?? element?.closest('.katex') ?? null
}

/** Returns a copy of a range, within copies of the elements of the answer that contain it: cells in their row. */
function copyOf(range: Range, answer: Element): Element {
  let inner: Node = range.cloneContents()
  for (
    let around: Node | null = range.commonAncestorContainer;
    around && around !== answer;
    around = around.parentNode
  ) {
    if (!answer.contains(around)) break
    if (!(around instanceof Element)) continue
    const copy = around.cloneNode(false)
    copy.appendChild(inner)
    inner = copy
  }
  const root = document.createElement('div')
  root.append(inner)
  return root
}

function writeFormulas(root: Element): void {
  for (const formula of root.querySelectorAll('.katex-display, .katex')) {
    if (!root.contains(formula)) continue
    const tex = formula.querySelector('annotation')?.textContent ?? formula.textContent ?? ''
    const isDisplay = formula.matches('.katex-display')
    const written = document.createElement(isDisplay ? 'p' : 'span')
    written.textContent = isDisplay ? `$$${tex}$$` : `$${tex}$`
    formula.replaceWith(written)
  }
}
