// Tells formulas between single dollars from prices, variables, cells and expressions.

/** Scripts whose words are not separated by blanks: a formula may stand beside their letters. */
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}]/u
const LETTER = /\p{L}/u
/** What stands before the dollar of a variable, a cell or an expression: `A$1`, `)$`, `/$USER`. */
const JOINED = /[\p{L}_$+?)}\]%&#@/\\]/u
/** What may follow a formula without a blank: `$n$th`, `$n$-te`, `$x$'s`. */
const SUFFIX = /^(?:th|st|nd|rd|s|er|te[nrs]?|ten|fach|mal)(?!\p{L})/u
/** A bar between blanks ends a cell of a table: `| $ | N/A | $ |`. */
const CELL_END = /\s\|\s/
/** The end of a path, an assignment or an open bracket, but of no formula. */
const UNFINISHED = /[\s/:([{=]$/

/** Returns whether the dollar at a place may open a formula. */
export function mayOpen(text: string, at: number): boolean {
  const next = text.charAt(at + 1)
  const written = text.slice(Math.max(0, at - 3), at)
  if (next === ' ') return !/\d\s*$/.test(written) && !JOINED.test(lastOf(written))
  if (next === '' || /[\s$]/.test(next)) return false
  // $a$/$b$
  if (written.endsWith('$/')) return true
  const before = lastOf(written)
  // 10$^\circ$C
  if (/\d/.test(before)) return /[\\^_]/.test(next)
  return !JOINED.test(before) || UNSPACED.test(before)
}

/** Returns whether the dollar at a place may close a formula. */
export function mayClose(text: string, to: number, tex: string): boolean {
  if (tex.startsWith(' ')) return tex.endsWith(' ') && !CELL_END.test(tex) && isSpaced(tex.trim())
  if (UNFINISHED.test(tex)) return false
  const rest = text.slice(to + 1, to + 12)
  const [next = ''] = rest
  if (/[\d${]/.test(next) || (next === '(' && tex.startsWith('('))) return false
  return !LETTER.test(next) || UNSPACED.test(next) || SUFFIX.test(rest) || hasCommand(tex)
}

/** Returns whether a text between dollars with blanks inside, as some models write, is a formula: a name, or names and operators. */
const isSpaced = (tex: string): boolean =>
  hasCommand(tex) ||
  /^\p{L}(?:\([^()]*\))?$/u.test(tex) ||
  (/^[\p{L}(|-].*[\p{L}\d)}|!']$/u.test(tex) && OPERATOR.test(tex))

/** An amount with what follows it: `5 and`, `30; 5`. */
const AMOUNT = /^\d[\d.,]*[\s);:]/
const OPERATOR = /[-+*/=<>^_·×÷±≤≥≠≈→]/
const WORD = /(?<!\S)\p{L}{2,}(?!\S)/gu
const FUNCTIONS = new Set(
  'log ln lg sin cos tan cot exp min max mod lim sup inf gcd det dim ker arg'.split(' '),
)

/** Returns whether a text between dollars is probably a formula: no words without a command, no amounts without an operator. */
export function isProbablyTex(tex: string): boolean {
  if (hasCommand(tex)) return true
  if (tex.match(WORD)?.some((word) => !FUNCTIONS.has(word))) return false
  return !AMOUNT.test(tex) || OPERATOR.test(tex)
}

/** Escapes of Markdown that are no commands of TeX, and signs between names that no sentence has. */
const ESCAPES = /\\[-!"#$%&'()*+./<=>?@[\]^_`~]/g
const SPACING = /\\[,;:{}|\\ ]/
const RELATION = /[+*=<>^_·×÷±≤≥≠≈→∈]/
const NUMBERS = /^\d{1,4}(?:[,;–-] ?\d{1,4})*$/
const OTHER_SCRIPT = /[^\p{sc=Latin}\p{sc=Greek}]/u
/** Letters from which a word with small ones is no name of a formula. */
const LETTERS = 4

/** Returns whether a text in escaped brackets is no formula: “[Your name]”, “[nltk_data]”, “[12]”, “(optional)”. */
export function isEscapedText(tex: string, isSquare: boolean): boolean {
  if (hasCommand(tex) || SPACING.test(tex)) return false
  if (isSquare && NUMBERS.test(tex)) return true
  const plain = tex.replaceAll(ESCAPES, '')
  if (RELATION.test(plain)) return false
  const words = (plain.match(/\p{L}{2,}/gu) ?? []).filter((word) => !FUNCTIONS.has(word))
  const small = words.filter((word) => /\p{Ll}/u.test(word))
  return (
    words.some((word) => OTHER_SCRIPT.test(word)) ||
    small.some((word) => word.length >= LETTERS) ||
    (words.length > 1 && small.length > 0)
  )
}

const hasCommand = (tex: string): boolean => /\\[a-zA-Z]/.test(tex)

const lastOf = (text: string): string => /.$/su.exec(text)?.[0] ?? ''
