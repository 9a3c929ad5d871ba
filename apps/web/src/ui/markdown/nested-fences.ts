// Models put Markdown with code blocks into a block of Markdown, with three back quotes for both: the block would end with the
// first code block in it.

const OPENS_MARKDOWN = /^ {0,3}`{3,}[ \t]*(?:markdown|md)[ \t]*$/im
const FENCE = /^([ \t]{0,40})(`{3,}(?!`)|~{3,}(?!~))([^`]*)$/
/** Makes a block's fence longer than those in it. */
const LONGER = '`````````'

interface Open {
  readonly run: string
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
  if (!OPENS_MARKDOWN.test(text)) return text
  const lines = text.split(/(?<=\n)/)
  let open: Open | undefined
  for (const [at, line] of lines.entries()) {
    const [, indent = '', run = '', info = ''] = FENCE.exec(line.trimEnd()) ?? []
    if (run === '') continue
    if (open === undefined) {
      if (indent.length > 3) continue
      const isMarkdown = run.startsWith('`') && /^(?:markdown|md)$/i.test(info.trim())
      open = { run, isMarkdown, line: at, depth: 0, hasInner: false }
    } else if (isInner(open, run, info)) open.hasInner = true
    else if (run.startsWith(open.run) && info.trim() === '' && indent.length <= 3) {
      if (open.hasInner) for (const fence of [open.line, at]) lines[fence] = lengthened(lines[fence] ?? '')
      open = undefined
    }
  }
  if (open?.hasInner && isGrowing) lines[open.line] = lengthened(lines[open.line] ?? '')
  return lines.join('')
}

/** Counts the fences of blocks inside a block of Markdown: one with a language opens, the next without closes. */
function isInner(open: Open, run: string, info: string): boolean {
  if (!open.isMarkdown || !run.startsWith(open.run)) return false
  if (info.trim() !== '') open.depth += 1
  else if (open.depth > 0) open.depth -= 1
  else return false
  return true
}

const lengthened = (line: string): string => line.replace('```', `\`\`\`${LONGER}`)
