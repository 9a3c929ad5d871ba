/** Start of a fenced code block: up to three spaces, then three or more backticks or tildes. */
const OPENS = /^ {0,3}(`{3,}(?=[^`]*$)|~{3,})/

/** Returns the compared prompt: with its lines joined, unless they are kept. */
export const promptOf = (text: string, keepLines: boolean): string =>
  keepLines ? text.trim() : foldLines(text)

/**
 * Joins the lines of a compared prompt with spaces (PROJECT-5). Fenced code blocks keep their lines
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

const foldProse = (text: string): string => text.trim().replace(/(?<!\s)\s*\n\s*/g, ' ')

/** Returns the line after a code block; an unclosed block extends to the end, as in Markdown. */
function endOf(lines: readonly string[], from: number, fence: string): number {
  const closes = (line: string) => /^ {0,3}(`{3,}|~{3,})\s*$/.exec(line)?.[1]?.startsWith(fence) ?? false
  const at = lines.findIndex((line, index) => index > from && closes(line))
  return at === -1 ? lines.length : at + 1
}
