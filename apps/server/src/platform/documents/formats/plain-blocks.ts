// Splits plain text into blocks: paragraphs and lists at blank lines, programs and settings at their definitions. One pass over
// the lines, so that the time is linear in the length.
import type { Block } from '../blocks.ts'

const ITEM = /^\s{0,12}(?:[-*+•–]|\d{1,9}[.)])\s+\S/
/** Lines that are looked at to tell programs from prose, and the part of them that must look like those of a program. */
const SEEN = 2_000
const CODE_SHARE = 0.6
const FEWEST_LINES = 3
const LONGEST = 400

/** Lines of programs, settings, markup and logs: indented, ended by a bracket, a key with a value, a comment, a tag, a time. */
const CODE =
  /^(?:\t| {2,}\S)|[;{}[\]]$|^[\w.$-]{1,60}(?: ?[:=]| ?[+-]=)|^(?:#|\/\/|\/\*|--|<[\w/!?]|@\w|%)|^ {1,8}\*|^\[|^\d{4}-\d\d-\d\d|^(?:import|from|def|class|function|fn|func|public|private|package|use|using|const|let|var|return|if|for|while|echo|export|end|else|fi|done|esac)\b/
/** Lines without indent that begin something new. */
const DEFINITION =
  /^(?:(?:export|default|public|private|protected|internal|static|abstract|final|async|pub(?:\(\w{1,20}\))?|unsafe|extern|inline|virtual|open|data|sealed)\s{1,4}){0,5}(?:def|class|function\*?|fn|func|fun|interface|struct|enum|trait|impl|module|namespace|type|object|record|protocol|extension|sub|procedure|resource|CREATE|create|ALTER|BEGIN)\s|^\w{1,60}\s?\(\)\s?\{|^\[[^\]]{1,80}\]$/
/** Lines that belong to the definition after them. */
const BEFORE = /^(?:@|#|\/\/|\/\*|\*|--|\[)/

/** Returns the blocks of a plain text. */
export function plainBlocks(text: string): Block[] {
  const lines = text.split(/\r\n|\r|\n/)
  return looksLikeCode(lines) ? codeBlocks(lines) : proseBlocks(lines)
}

function looksLikeCode(lines: readonly string[]): boolean {
  let filled = 0
  let code = 0
  for (const line of lines) {
    if (line.trim() === '') continue
    filled++
    if (CODE.test(line.slice(0, LONGEST).trimEnd())) code++
    if (filled === SEEN) break
  }
  return filled >= FEWEST_LINES && code >= filled * CODE_SHARE
}

function proseBlocks(lines: readonly string[]): Block[] {
  const blocks: Block[] = []
  let open: string[] = []
  const end = () => {
    const isList = ITEM.test((open[0] ?? '').slice(0, LONGEST))
    const text = isList ? open.join('\n').trimEnd() : open.join('\n').trim()
    if (text.trim() !== '') blocks.push({ kind: isList ? 'list' : 'text', text })
    open = []
  }
  for (const line of lines) {
    const isBlank = line.trim() === ''
    const begins = !isBlank && open.length > 0 && isItem(line) !== isItem(open.at(-1) ?? '')
    // A line that follows an item without a mark of its own continues it.
    if (isBlank || (begins && !isItem(open[0] ?? ''))) end()
    if (!isBlank) open.push(line)
  }
  end()
  return blocks
}

const isItem = (line: string): boolean => ITEM.test(line.slice(0, LONGEST))

/** Keeps the lines of a definition together, also across blank ones. */
function codeBlocks(lines: readonly string[]): Block[] {
  const blocks: Block[] = []
  let open: string[] = []
  let wasBlank = false
  const end = () => {
    const text = open.join('\n').replace(/^\n+/, '').trimEnd()
    if (text.trim() !== '') blocks.push({ kind: 'code', text })
    open = []
  }
  for (const line of lines) {
    const isBlank = line.trim() === ''
    const isIndented = /^[\t ]/.test(line)
    const before = open.at(-1) ?? ''
    const begins =
      !isIndented && (wasBlank || (DEFINITION.test(line.slice(0, LONGEST)) && !BEFORE.test(before)))
    if (!isBlank && begins && !/^[)}\]]/.test(line)) end()
    open.push(line)
    wasBlank = isBlank
  }
  end()
  return blocks
}
