// Models put Markdown with code blocks into a block of Markdown, with three back quotes for both: the block would end with the
// first code block in it. Loaded with the first text that has a block of Markdown.

/** A line that opens or closes a block, perhaps in a list or a quotation. */
const FENCE = /^((?:[ \t>]|[-*+][ \t]|\d{1,9}[.)][ \t]){0,40})(`{3,}(?!`)|~{3,}(?!~))([^`]*)$/
/** Makes a block's fence longer than those in it. */
const LONGER = '`````````'

interface Open {
  readonly run: string
  readonly indent: number
  readonly isMarkdown: boolean
  /** Index of its first line. */
  readonly line: number
  /** Open blocks in it, and whether there was one. */
  depth: number
  hasInner: boolean
}

/**
 * Returns the text with longer fences for blocks of Markdown that contain code blocks. A block that does not end is left as it
 * is, unless the text still grows.
 */
export function separateFences(text: string, isGrowing: boolean): string {
  const lines = text.split(/(?<=\n)/)
  let open: Open | undefined
  for (const [at, line] of lines.entries()) {
    const fence = fenceOf(line)
    if (fence === undefined) continue
    const { indent, run, info } = fence
    if (open === undefined) {
      const isMarkdown = run.startsWith('`') && /^(?:markdown|md)$/i.test(info)
      if (indent.length > 3 && !isMarkdown) continue
      open = { run, indent: indent.length, isMarkdown, line: at, depth: 0, hasInner: false }
    } else if (isInner(open, fence, () => opensAlone(lines, at, isGrowing))) open.hasInner = true
    else if (run.startsWith(open.run) && closes(fence) && indent.length <= open.indent + 3) {
      if (open.hasInner) for (const end of [open.line, at]) lines[end] = lengthened(lines[end] ?? '')
      open = undefined
    }
  }
  if (open?.hasInner && isGrowing) lines[open.line] = lengthened(lines[open.line] ?? '')
  return lines.join('')
}

interface Fence {
  readonly indent: string
  readonly run: string
  readonly info: string
}

function fenceOf(line: string): Fence | undefined {
  const [, indent = '', run, info = ''] = FENCE.exec(line.trimEnd()) ?? []
  return run === undefined ? undefined : { indent, run, info: info.trim() }
}

const closes = ({ indent, info }: Fence): boolean => info === '' && /^[ \t>]*$/.test(indent)

/** Counts the fences of blocks inside a block of Markdown: one with a language opens, the next without closes. */
function isInner(open: Open, fence: Fence, isOpening: () => boolean): boolean {
  if (!open.isMarkdown || !fence.run.startsWith(open.run)) return false
  if (fence.info !== '') open.depth += 1
  else if (open.depth > 0 && closes(fence)) open.depth -= 1
  else if (open.depth === 0 && isOpening()) open.depth += 1
  else return false
  return true
}

/**
 * Returns whether a fence without a language opens a block: the next fence is its end and no beginning itself, and one more
 * without a language follows. Otherwise it ends the block of Markdown, although its last line is blank and a text is right below.
 */
function opensAlone(lines: readonly string[], at: number, isGrowing: boolean): boolean {
  if (!looksOpening(lines, at)) return false
  let ends = 0
  for (let next = at + 1; next < lines.length; next += 1) {
    const info = fenceOf(lines[next] ?? '')?.info
    if (info === undefined) continue
    if (ends === 0 && (info !== '' || looksOpening(lines, next))) return false
    if (info === '') ends += 1
    if (ends === 2) return true
  }
  return isGrowing
}

/** Returns whether a fence stands below a blank line or a colon, and right above a text. */
function looksOpening(lines: readonly string[], at: number): boolean {
  const [above = '', below = ''] = [lines[at - 1]?.trim(), lines[at + 1]?.trim()]
  return (above === '' || /[:：]$/.test(above)) && below !== '' && !fenceOf(below)
}

const lengthened = (line: string): string => line.replace('```', `\`\`\`${LONGER}`)
