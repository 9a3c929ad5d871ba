// Placeholders of prompts: `{{name}}`, or `{{name | type=select options="a,b" default="a" required}}`. One parser for the
// page and the server (PROMPT-2). Without schemas, and linear in the length of the text.

export const PLACEHOLDER_TYPES = [
  'text',
  'textarea',
  'number',
  'date',
  'time',
  'select',
  'checkbox',
  'email',
  'url',
  'color',
  'range',
  'file',
] as const
export type PlaceholderType = (typeof PLACEHOLDER_TYPES)[number]

/** Names that the page fills at the moment of asking. */
export const BUILT_IN_PLACEHOLDERS = ['user_name', 'date', 'time', 'language', 'clipboard'] as const
export type BuiltInPlaceholder = (typeof BUILT_IN_PLACEHOLDERS)[number]

export interface Placeholder {
  readonly name: string
  readonly type: PlaceholderType
  /** The choices of a select; empty for other types. */
  readonly options: readonly string[]
  /** The value to begin with; empty when none is given. */
  readonly default: string
  /** A plain placeholder must be filled; one with a description only when it says so. */
  readonly required: boolean
  /** Bounds of a number or range, as written. */
  readonly min?: string
  readonly max?: string
  readonly step?: string
}

/** Character codes. */
const [LINE_FEED, OPEN, CLOSE, BACKSLASH] = [10, 123, 125, 92]

/** Longer contents of braces are text, not a placeholder; so are longer names. */
const MAX_CONTENT = 2_000
const MAX_NAME = 100
/** The distinct placeholders of one text; further ones stay as they are. */
const MAX_PLACEHOLDERS = 200

/** How names begin, unlike the expressions of other template languages: `.Values.image`, `#if`, `- end`, `/each`. */
const NAME = /^[\p{L}\p{N}_]/u
/** What no name has: quotes and signs of expressions, and a dot before a member, as in `secrets.TOKEN`. */
const EXPRESSION = /["$=\\<>;{}]|\.[\p{L}_]/u
/** `${{` of workflow files, and a command of TeX with its argument. */
const IN_CODE = /(?:\$|\\[A-Za-z]{1,40})$/

/**
 * Calls `found` for the innermost pairs of double braces on one line, in their order: `from` is the first opening brace,
 * `to` is behind the closing ones. Braces of code are text; those behind a backslash are reported as `isEscaped`.
 */
function eachPlace(
  text: string,
  found: (content: string, from: number, to: number, isEscaped: boolean) => void,
): void {
  let from = -1
  let codeEnd = -1
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === LINE_FEED) from = -1
    // Of three opening braces, the inner two count.
    else if (code === OPEN && text.charCodeAt(at + 1) === OPEN) from = at
    else if (code === CLOSE && text.charCodeAt(at + 1) === CLOSE && from >= 0) {
      // Further arguments follow the first one directly.
      if (from === codeEnd || IN_CODE.test(text.slice(Math.max(0, from - 42), from))) codeEnd = at + 2
      else if (at - from <= MAX_CONTENT)
        found(text.slice(from + 2, at), from, at + 2, text.charCodeAt(from - 1) === BACKSLASH)
      from = -1
      at++
    }
  }
}

function nameOf(content: string): string {
  const bar = content.indexOf('|')
  const name = (bar < 0 ? content : content.slice(0, bar)).trim()
  return name.length > MAX_NAME || !NAME.test(name) || EXPRESSION.test(name) ? '' : name
}

// key=word, key="words" or a key alone. Each alternative begins differently, so that it cannot backtrack.
const SETTING = /([A-Za-z]+)(?:=(?:"([^"]*)"|([^\s"]*)))?/gy
const BETWEEN = /[^A-Za-z]*/gy

function settingsOf(content: string): Map<string, string> {
  const settings = new Map<string, string>()
  const bar = content.indexOf('|')
  if (bar < 0) return settings
  for (let at = bar + 1; at < content.length;) {
    BETWEEN.lastIndex = at
    BETWEEN.exec(content)
    SETTING.lastIndex = BETWEEN.lastIndex
    const found = SETTING.exec(content)
    if (!found) break
    const [, key = '', quoted, word] = found
    settings.set(key.toLowerCase(), quoted ?? word ?? '')
    at = SETTING.lastIndex
  }
  return settings
}

function read(name: string, content: string): Placeholder {
  const settings = settingsOf(content)
  const options = (settings.get('options') ?? '')
    .split(',')
    .map((option) => option.trim())
    .filter(Boolean)
  const asked = PLACEHOLDER_TYPES.find((type) => type === settings.get('type'))
  // A choice without choices could never be filled.
  const type = asked === 'select' && options.length === 0 ? 'text' : (asked ?? 'text')
  const bounds = ['min', 'max', 'step'].flatMap((key) => {
    const value = settings.get(key)
    return value !== undefined && value !== '' && Number.isFinite(Number(value)) ? [[key, value]] : []
  })
  return {
    name,
    type,
    options: type === 'select' ? options : [],
    default: settings.get('default') ?? '',
    required: !content.includes('|') || settings.has('required'),
    ...Object.fromEntries(bounds),
  }
}

/** Returns the distinct placeholders of a text in their order, the built-in ones included. The first description counts. */
export function placeholdersOf(text: string): Placeholder[] {
  const contents = new Map<string, string>()
  eachPlace(text, (content, _from, _to, isEscaped) => {
    const name = isEscaped ? '' : nameOf(content)
    const known = contents.get(name)
    // A plain mention may precede the one with the description.
    const describes = known !== undefined && !known.includes('|') && content.includes('|')
    if (name !== '' && (describes || (known === undefined && contents.size < MAX_PLACEHOLDERS)))
      contents.set(name, content)
  })
  return [...contents].map(([name, content]) => read(name, content))
}

export function isBuiltIn(name: string): name is BuiltInPlaceholder {
  return (BUILT_IN_PLACEHOLDERS as readonly string[]).includes(name)
}

/**
 * Returns the text with the placeholders that have a value replaced by it, and escaped ones without their backslash. Values are not
 * read for placeholders.
 */
export function fillPlaceholders(text: string, values: ReadonlyMap<string, string>): string {
  const parts: string[] = []
  let last = 0
  eachPlace(text, (content, from, to, isEscaped) => {
    const name = nameOf(content)
    if (isEscaped && name !== '') {
      parts.push(text.slice(last, from - 1))
      last = from
      return
    }
    const value = values.get(name)
    if (value === undefined) return
    parts.push(text.slice(last, from), value)
    last = to
  })
  return parts.join('') + text.slice(last)
}
