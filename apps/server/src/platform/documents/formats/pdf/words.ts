// Joins lines to paragraphs, and the words that were cut at their ends.

/** Words after which a hyphen at a line's end stays: “Ein- und Ausgang”. */
const AND = /^(?:und|oder|bzw|sowie|and|or|to|и|или|et|ou|e|o|y|en|of)(?![\p{L}\p{M}])/u
/** Bulgarian prefixes that are written with a hyphen: “по-старите”, “най-рано”. */
export const KEPT = /(?<![\p{L}\p{M}])(?:по|най)[-\u2010]$/iu
const CJK = /[\u3000-\u30FF\u3400-\u9FFF\uF900-\uFAFF\uFF00-\uFFEF]/

/** Returns a paragraph of lines. `isKnown` says whether a word occurs elsewhere with its hyphen. */
export function joined(lines: readonly string[], isKnown: (word: string) => boolean): string {
  let text = ''
  for (const raw of lines) {
    const line = raw.trim()
    if (text === '') text = line
    else if (/[\p{L}\p{M}][-\u2010\u00ad]$/u.test(text) && /^\p{L}/u.test(line))
      text = hyphenated(text, line, isKnown)
    else if (CJK.test(text.at(-1) ?? '') && CJK.test(line[0] ?? '')) text += line
    else text += /[/\u2010]$/.test(text) || (text.endsWith('-') && /^\d/.test(line)) ? line : ` ${line}`
  }
  return text.replaceAll('\u00ad', '').trim()
}

/** Joins “Home-” and “office”, “E-Mail-” and “Adresse”, but not “Ein-” and “und Ausgang”. */
function hyphenated(text: string, line: string, isKnown: (word: string) => boolean): string {
  if (AND.test(line)) return `${text} ${line}`
  if (KEPT.test(text)) return text + line
  const before = /[\p{L}\p{M}\p{N}-]{1,60}$/u.exec(text.slice(-61, -1))?.[0] ?? ''
  const after = /^[\p{L}\p{M}\p{N}]{1,60}/u.exec(line)?.[0] ?? ''
  const isCompound = !/^\p{Ll}/u.test(line) || isKnown(`${before}-${after}`.toLowerCase())
  return (isCompound ? text : text.slice(0, -1)) + line
}
