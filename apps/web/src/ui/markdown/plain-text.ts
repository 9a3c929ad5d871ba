// The text of an answer without markup, for reading aloud and for mails.

/** What is no text of the answer. */
export const LEFT_OUT = 'button, .sr, .katex-html, [data-no-text]'
const BLOCK = /^(?:P|DIV|H[1-6]|BLOCKQUOTE|SECTION|FIGURE|HR|DL|DD|DT|UL|OL|TABLE|PRE)$/

/** Returns the text of a rendered answer: paragraphs separated by blank lines, list items with markers, cells by tabs. */
export function plainText(root: Element): string {
  return blocks(root)
    .replaceAll(/(?<![^\S\n\t])[^\S\n\t]+\n/g, '\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
}

function blocks(parent: Element): string {
  return [...parent.childNodes].map((child) => written(child)).join('')
}

function written(node: ChildNode): string {
  if (node.nodeType === Node.TEXT_NODE) return inline(node)
  if (!(node instanceof Element) || node.matches(LEFT_OUT)) return ''
  if (node.matches('.katex')) return node.querySelector('annotation')?.textContent ?? ''
  if (node.tagName === 'BR') return '\n'
  if (node.tagName === 'PRE') return `\n\n${node.textContent ?? ''}\n\n`
  if (node.tagName === 'LI') return item(node)
  if (node.tagName === 'TR') return `${cells(node)}\n`
  if (BLOCK.test(node.tagName)) return nested(node) ? `\n${blocks(node)}` : `\n\n${blocks(node).trim()}\n\n`
  return blocks(node)
}

/** Line breaks between blocks belong to the source, not to the text. */
function inline(node: ChildNode): string {
  const text = (node.textContent ?? '').replaceAll(/\s+/g, ' ')
  const between = text === ' ' && node.parentElement !== null && HOLDS_BLOCKS.test(node.parentElement.tagName)
  return between ? '' : text
}

const HOLDS_BLOCKS = /^(?:DIV|UL|OL|TABLE|THEAD|TBODY|TR|BLOCKQUOTE|SECTION|DL)$/

const nested = (node: Element): boolean =>
  node.parentElement?.tagName === 'LI' && /^[UO]L$/.test(node.tagName)

function item(node: Element): string {
  const list = node.parentElement
  const number =
    list?.tagName === 'OL' ? [...list.children].indexOf(node) + Number(list.getAttribute('start') ?? 1) : 0
  const sign = number > 0 ? `${number}. ` : '- '
  const text = blocks(node)
    .trim()
    .replaceAll(/\n{2,}/g, '\n')
    .replaceAll('\n', '\n  ')
  return `${sign}${text}\n`
}

const cells = (row: Element): string =>
  [...row.children].map((cell) => blocks(cell).trim().replaceAll(/\s+/g, ' ')).join('\t')
