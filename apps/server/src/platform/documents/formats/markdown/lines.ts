// Lines of Markdown: comments, and the cells of tables.

const RULE_CHARACTERS = new Set(' \t|:-')
const FENCE = /^\s{0,12}(?:```|~~~)/

/** Removes HTML comments, also over several lines, but not in code. */
export function withoutComments(lines: readonly string[]): string[] {
  const kept: string[] = []
  let isCode = false
  let isComment = false
  for (const line of lines) {
    if (!isComment && FENCE.test(line)) isCode = !isCode
    if (isCode || (!isComment && !line.includes('<!--'))) {
      kept.push(line)
      continue
    }
    const parts: string[] = []
    for (let at = 0; at < line.length;) {
      const mark = isComment ? '-->' : '<!--'
      const found = line.indexOf(mark, at)
      const end = found < 0 ? line.length : found
      if (!isComment) parts.push(line.slice(at, end))
      if (found >= 0) isComment = !isComment
      at = found < 0 ? line.length : found + mark.length
    }
    const rest = parts.join('')
    if (rest.trim() !== '') kept.push(rest)
  }
  return kept
}

/** The line between the head and the rows of a table. */
export function isRule(line: string): boolean {
  for (const character of line) if (!RULE_CHARACTERS.has(character)) return false
  return line.includes('-') && (line.includes('|') || line.includes(':'))
}

/** Returns the cells of a row; “\|” is a letter. */
export function cellsOf(line: string): string[] {
  const row = line.trim().replace(/^\|/, '')
  const cells: string[] = []
  let from = 0
  for (let at = 0; at < row.length; at++) {
    if (row[at] === '\\') at++
    else if (row[at] === '|') {
      cells.push(row.slice(from, at))
      from = at + 1
    }
  }
  if (row.slice(from).trim() !== '') cells.push(row.slice(from))
  return cells.map((cell) => cell.trim().replaceAll('\\|', '|'))
}
