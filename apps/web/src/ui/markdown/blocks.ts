// Splits a growing markdown text into blocks that can be parsed separately, so that a new chunk of an answer only parses the
// last block. It splits only where no markdown construct can span: fewer splits are always correct.

/** A text and its split. Pass it to `extendSplit` with the longer text. */
export interface Split {
  readonly text: string
  /** Joined, they are the text. All but the last are final, whatever text follows. */
  readonly blocks: readonly string[]
  /** Number of final blocks; the rest may still change. */
  readonly finished: number
  /** The parser state at the end of the last complete line. */
  readonly scan: Scan
}

interface Scan {
  /** Offset of the end of the last complete line. */
  readonly offset: number
  /** Start of the last block found in complete lines. */
  readonly start: number
  /** The open code fence outside lists, if any. */
  readonly fence: string
  /** Whether the construct before the next line is closed: after a blank line, or the end of a fence. */
  readonly closed: boolean
  /** The content column of the open outermost list item; 0 outside lists. */
  readonly item: number
  /** The marker of the list: `-`, `*`, `+`, `.` or `)`. */
  readonly kind: string
  /** Whether the item could also be a paragraph, or be closed by a line with less indentation. */
  readonly unsure: boolean
  /** Whether the last line was an empty item. */
  readonly bare: boolean
  /** Whether the next line could continue a paragraph outside lists. */
  readonly paragraph: boolean
}

export const EMPTY_SPLIT: Split = {
  text: '',
  blocks: [],
  finished: 0,
  scan: {
    offset: 0,
    start: 0,
    fence: '',
    closed: true,
    item: 0,
    kind: '',
    unsure: false,
    bare: false,
    paragraph: false,
  },
}

/** Returns the split of `text`. When it starts with the text of `before`, only the new part is read. */
export function extendSplit(before: Split, text: string): Split {
  if (text === before.text) return before
  // V8 compares equal lengths a hundred times faster than `startsWith`.
  const known = text.slice(0, before.text.length) === before.text ? before : EMPTY_SPLIT
  const blocks = known.blocks.slice(0, known.finished)
  let scan = known.scan
  for (let end = endOfLine(text, scan.offset); end > 0; end = endOfLine(text, scan.offset)) {
    const start = scan.start
    scan = readLine(scan, text.slice(scan.offset, end), end)
    if (scan.start > start) blocks.push(text.slice(start, scan.start))
  }
  const finished = blocks.length
  const rest = text.slice(scan.offset)
  const cut =
    rest.trim() !== '' && !mayBecomeMarker(rest) ? readLine(scan, rest, text.length).start : scan.start
  if (cut > scan.start) blocks.push(text.slice(scan.start, cut))
  if (cut < text.length) blocks.push(text.slice(cut))
  return { text, blocks, finished, scan }
}

/** Returns the end of the line at `offset`, including its line ending; 0 while it is incomplete. */
function endOfLine(text: string, offset: number): number {
  for (let index = offset; index < text.length; index += 1) {
    const code = text.charCodeAt(index)
    if (code === 10) return index + 1
    // A CR at the end may be the first half of a CRLF.
    if (code === 13 && index + 1 < text.length)
      return text.charCodeAt(index + 1) === 10 ? index + 2 : index + 1
  }
  return 0
}

const FENCE = /^(?:(`{3,})[^`]*|(~{3,})(?!~).*)$/
const MARKER = /^([-*+]|(\d{1,9})[.)])([ \t]+|$)/
const RULE = /^(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,}|(?:_[ \t]*){3,})$/
/** Constructs that end a list without a blank line; rules and fences do so too. */
const INTERRUPTS = /^(?:#{1,6}(?:[ \t]|$)|>)/
/** Marks a fence that may be inside or outside a list: no further splits. */
const ENDLESS = '\0\0\0'

// Whether an incomplete line could start a list item.
const mayBecomeMarker = (line: string): boolean => /^ {0,3}(?:[-*+]|\d{1,9}[.)]?)\s*$/.test(line)

function readLine(scan: Scan, whole: string, offset: number): Scan {
  const line = whole.replace(/(?<![\r\n])[\r\n]+$/, '')
  if (scan.fence)
    return { ...scan, offset, ...(closesFence(line, scan.fence) ? { fence: '', closed: true } : {}) }
  const body = line.trimStart()
  // An empty item ends at a blank line.
  if (body === '')
    return { ...scan, offset, closed: true, paragraph: false, unsure: scan.unsure || scan.bare }
  const indent = columns(line.slice(0, line.length - body.length), 0)
  const rule = RULE.test(body)
  const marker = indent > 3 || rule ? null : MARKER.exec(body)
  const inItem = scan.item > 0 && indent >= scan.item
  const opened = indent > 3 ? '' : openedFence(body)
  const fence = inItem && opened ? (scan.unsure ? ENDLESS : '') : opened
  const opensItem = marker !== null && !inItem
  const goesOn = marker !== null && (scan.item > 0 || !mayInterrupt(marker))
  const cut = indent === 0 && (fence !== '' || (scan.closed && !goesOn))
  const endsList = cut || (!inItem && (scan.closed || rule || fence !== '' || INTERRUPTS.test(body)))
  const item = opensItem ? indent + contentColumn(marker, indent) : endsList ? 0 : scan.item
  return {
    offset,
    start: cut ? offset - whole.length : scan.start,
    fence,
    closed: false,
    item,
    kind: opensItem ? kindOf(marker) : scan.kind,
    unsure: item > 0 && (opensItem ? !surelyOpens(marker, scan) : scan.unsure || !inItem),
    bare: opensItem && isEmpty(marker),
    paragraph: item === 0 && fence === '',
  }
}

const openedFence = (body: string): string => {
  const found = FENCE.exec(body)
  return found?.[1] ?? found?.[2] ?? ''
}

function closesFence(line: string, fence: string): boolean {
  const body = line.trimStart()
  if (columns(line.slice(0, line.length - body.length), 0) > 3) return false
  const run = body.trimEnd()
  return run.length >= fence.length && run === fence.charAt(0).repeat(run.length)
}

const isEmpty = (marker: RegExpExecArray): boolean => marker[0].length === marker.input.length
const kindOf = (marker: RegExpExecArray): string => marker[1]?.slice(-1) ?? ''

/**
 * Directly after a paragraph only `1` and items with text are list items; the parser applies the same rule after indented
 * code.
 */
const mayInterrupt = (marker: RegExpExecArray): boolean =>
  (marker[2] === undefined || Number(marker[2]) === 1) && !isEmpty(marker)

/** Whether an apparent list item is one: it may be paragraph text. */
function surelyOpens(marker: RegExpExecArray, scan: Scan): boolean {
  if (scan.closed) return true
  if (scan.item > 0 && !scan.unsure && kindOf(marker) === scan.kind) return true
  if (!scan.paragraph && scan.item === 0) return true
  return mayInterrupt(marker)
}

/** Returns the offset of an item's content from its marker: as written, but one column when it starts with code. */
function contentColumn(marker: RegExpExecArray, indent: number): number {
  const width = marker[1]?.length ?? 1
  const gap = columns(marker[3] ?? '', indent + width)
  return width + (gap >= 1 && gap <= 4 && !isEmpty(marker) ? gap : 1)
}

/** Returns the columns of white space; a tab extends to the next multiple of four. */
function columns(space: string, from: number): number {
  let column = from
  for (const character of space) column += character === '\t' ? 4 - (column % 4) : 1
  return column - from
}

/** Returns whether a text has a block of Markdown, whose code blocks may have the same fence. */
export const hasMarkdownBlock = (text: string): boolean =>
  /(?<!`)`{3,}[ \t]*(?:markdown|md)[ \t]*$/im.test(text)
