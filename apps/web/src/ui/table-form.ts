// Tells the rows of a table from program code and typed text with “|”, by what readers of documents never write: they put each
// cell on one line with single spaces, leave out empty cells at the end of a row, and replace “|” inside a cell. Pure.

const CELL_END = ' | '

interface Place {
  /** Whether the first line goes on with a row of the part before. */
  goesOn: boolean
  /** Whether the last line may be cut. */
  isCut: boolean
}

/** Whether a line begins or ends a block of code in Markdown. */
export const isFence = (line: string): boolean => /^ {0,3}(?:```|~~~)/.test(line)

/** Whether most of these lines have several cells, and none has what only program code or typed text has. */
export function hasCellsOf(lines: readonly string[], { goesOn, isCut }: Place): boolean {
  if (lines.length < (goesOn ? 1 : 2)) return false
  const several = lines.filter((line) => line.includes('|'))
  if (several.length * 2 <= lines.length) return false
  const isStrange = (line: string, at: number) => {
    const follows = goesOn && at === 0
    return (
      isTyped(follows ? line.trimStart() : line) ||
      (line.startsWith('|') && !follows) ||
      (line.endsWith('|') && !(isCut && at === lines.length - 1))
    )
  }
  if (lines.some(isStrange)) return false
  return several.filter(isCode).length * 2 <= several.length
}

/** Whether a line has a “|” inside a cell, a tab, or more than one space outside an empty cell. */
const isTyped = (line: string): boolean =>
  /[^ ]\||\|[^ ]|\t|^ (?!\|)/.test(line) ||
  / {2}/.test(line.replaceAll('|  |', '| |').replaceAll('|  |', '| |'))

/** Whether a line is program code: a pipe of commands, a choice of types or values, or a bracket over several cells. */
function isCode(line: string): boolean {
  if (/[;{]$|^[$>] [a-z./]/.test(line)) return true
  const [first = '', ...others] = line.split(CELL_END)
  if (isAssignment(first) || opensInOneCell([first, ...others])) return true
  return others.length > 0 && others.every(isCommand)
}

/** Whether a name gets a value or a type: “type Side = 'left'”, “name: string”, “flags := A”, “list ::= item”. */
const isAssignment = (cell: string): boolean =>
  / (?:=|:=|::=|=>) ?\S/.test(cell) ||
  /^[\w$]+\??: (?:string|number|boolean|null|undefined|int|float|str|bool|bytes)$/.test(cell)

const COMMANDS = new Set(
  'awk base64 bash cat column cut egrep fgrep fold grep gunzip gzip head jq less more nl node perl pbcopy python python3 rg sed sh sort ssh sudo tail tar tee tr uniq wc xargs xz zcat'.split(
    ' ',
  ),
)

/** Whether a cell begins with a program that reads from a pipe, or a command of PowerShell. */
function isCommand(cell: string): boolean {
  const word = cell.trimStart().split(' ', 1)[0] ?? ''
  return COMMANDS.has(word) || /^[A-Z][a-z]+-[A-Z]\w+$/.test(word)
}

const CLOSING: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' }

/** Whether a bracket that one cell opens is closed by another one. */
function opensInOneCell(cells: readonly string[]): boolean {
  const opened: { sign: string; cell: number }[] = []
  for (const [cell, text] of cells.entries())
    for (const sign of text) {
      if ('([{'.includes(sign)) opened.push({ sign, cell })
      const opening = CLOSING[sign]
      if (opening === undefined || opened.at(-1)?.sign !== opening) continue
      if (opened.pop()?.cell !== cell) return true
    }
  return false
}
