/** Start of a fenced code block: up to three spaces, then three or more backticks or tildes. */
const OPENS = /^ {0,3}(`{3,}(?=[^`]*$)|~{3,})/

/**
 * Joins the lines of a compared prompt with spaces (chat specification, section 2). Fenced code blocks keep their lines
 * (decision 47).
 */
export function foldLines(text: string): string {
  const parts: string[] = []
  let prose: string[] = []
  const endProse = () => {
    const folded = foldProse(prose.join('\n'))
    if (folded !== '') parts.push(folded)
    prose = []
  }
  const lines = text.split(/\r\n?|\n/)
  for (let at = 0; at < lines.length; at++) {
    const fence = OPENS.exec(lines[at] ?? '')?.[1]
    if (fence === undefined) {
      prose.push(lines[at] ?? '')
      continue
    }
    endProse()
    const end = endOf(lines, at, fence)
    parts.push(lines.slice(at, end).join('\n').trimEnd())
    at = end - 1
  }
  endProse()
  return parts.join('\n')
}

const foldProse = (text: string): string => text.trim().replace(/\s*\n+\s*/g, ' ')

/** Returns the line after a code block; an unclosed block extends to the end, as in Markdown. */
function endOf(lines: readonly string[], from: number, fence: string): number {
  const closes = new RegExp(`^ {0,3}\\${fence.charAt(0)}{${fence.length},}\\s*$`)
  const at = lines.findIndex((line, index) => index > from && closes.test(line))
  return at === -1 ? lines.length : at + 1
}
