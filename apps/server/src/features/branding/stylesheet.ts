// Checks stylesheets: they may change how the page looks, and load nothing from elsewhere (BRAND-3). Pure.
//
// Addresses and functions are looked for in the text, with escapes resolved, whatever the parser says: what a browser reads
// differently from the parser is refused, too. The parser finds rules of a name and what is no stylesheet.
import { BRANDING_LIMITS } from '@polylogue/contract'
import postcss, { CssSyntaxError, type Root } from 'postcss'
import { lineAt, refused, type Refusal } from './refusal.ts'

const DEPTH = 24

const AT_RULES = new Set([
  'charset',
  'container',
  'counter-style',
  'font-face',
  'keyframes',
  'layer',
  'media',
  'page',
  'property',
  'starting-style',
  'supports',
])

/** Functions that load something by a string, draw other elements, or once ran scripts. `url` is checked by its address. */
const FUNCTIONS = new Set(['src', 'image', 'image-set', 'cross-fade', 'element', 'paint', 'expression'])
const PROPERTIES = new Set(['behavior', '-ms-behavior', '-moz-binding'])

/** Returns why a stylesheet is refused; undefined if it is safe. */
export function refusalOfStylesheet(css: string): Refusal | undefined {
  if (Buffer.byteLength(css) > BRANDING_LIMITS.stylesheet) return refused('size', BRANDING_LIMITS.stylesheet)
  if (css.includes('\0')) return refused('encoding')
  if (depthOf(css) > DEPTH) return refused('nesting', DEPTH)
  return refusalOfText(css) ?? refusalOfText(withoutEscapes(css)) ?? refusalOfRules(css)
}

/** Returns why a value of a property is refused, such as one in an attribute of an SVG. */
export const refusalOfValue = (value: string): Refusal | undefined =>
  refusalOfText(value) ?? refusalOfText(withoutEscapes(value))

function depthOf(css: string): number {
  let [depth, deepest] = [0, 0]
  for (const character of css) {
    if ('{(['.includes(character)) deepest = Math.max(deepest, ++depth)
    else if ('})]'.includes(character)) depth = Math.max(0, depth - 1)
  }
  return deepest
}

/** Resolves escapes as CSS does; line ends stay, so that lines can be counted. */
function withoutEscapes(css: string): string {
  return css.replace(/\\(?:([0-9a-f]{1,6})(\r\n|[ \t\r\n\f])?|([^]))/gi, (_, hex, space, character) => {
    if (hex === undefined) return String(character)
    const code = Number.parseInt(String(hex), 16)
    const isPlain = code > 0 && code <= 0x10_ffff && (code < 0xd800 || code > 0xdfff)
    return `${isPlain ? String.fromCodePoint(code) : '\ufffd'}${/[\r\n]/.test(String(space ?? '')) ? '\n' : ''}`
  })
}

function refusalOfText(text: string): Refusal | undefined {
  const lower = text.toLowerCase()
  const imported = lower.indexOf('@import')
  if (imported >= 0) return refused('import', '', lineAt(text, imported))
  const script = /(?:java|vb)script:/.exec(lower)
  if (script) return refused('url', script[0], lineAt(text, script.index))
  for (let at = lower.indexOf('('); at >= 0; at = lower.indexOf('(', at + 1)) {
    const name = nameBefore(lower, at).replace(/^-(?:webkit|moz|ms|o)-/, '')
    if (FUNCTIONS.has(name)) return refused('function', name, lineAt(text, at))
    if (!name.endsWith('url') && !name.startsWith('url')) continue
    const address = addressAfter(text, at + 1)
    if (!isOwnAddress(address)) return refused('url', address, lineAt(text, at))
  }
  return undefined
}

const LONGEST_NAME = 40

function nameBefore(text: string, at: number): string {
  return /[\w-]{1,40}$/.exec(text.slice(Math.max(0, at - LONGEST_NAME), at))?.[0] ?? ''
}

function addressAfter(text: string, from: number): string {
  const rest = text.slice(from).trimStart()
  const quote = rest[0] === '"' || rest[0] === "'" ? rest[0] : undefined
  const start = quote ? 1 : 0
  const end = rest.indexOf(quote ?? ')', start)
  return end < 0 ? rest : rest.slice(start, end).trim()
}

const PICTURE = /^data:image\/(?:png|jpeg|webp|gif);base64,[a-z0-9+/=]*$/i
/** A file in the same folder or one below it, or below `/static/`: no scheme, host, query or way up. */
const OWN_FILE = /^(?:\/static\/|\.\/)?[\w-][\w.-]*(?:\/[\w-][\w.-]*)*$/

/** Whether an address leads to a place in the document, to a picture in it, or to a static file of this server. */
export const isOwnAddress = (address: string): boolean =>
  /^#[\w.:-]+$/.test(address) || PICTURE.test(address) || OWN_FILE.test(address)

function refusalOfRules(css: string): Refusal | undefined {
  const root = parsed(css)
  if ('reason' in root) return root
  let refusal: Refusal | undefined
  root.walk((node) => {
    const line = node.source?.start?.line ?? 0
    if (node.type === 'atrule') {
      const name = withoutEscapes(node.name).toLowerCase()
      if (!AT_RULES.has(name.replace(/^-webkit-/, ''))) refusal = refused('at-rule', name, line)
    } else if (node.type === 'decl') {
      const name = withoutEscapes(node.prop).toLowerCase()
      if (PROPERTIES.has(name)) refusal = refused('property', name, line)
    }
    return refusal ? false : undefined
  })
  return refusal
}

function parsed(css: string): Root | Refusal {
  try {
    return postcss.parse(css, { map: false })
  } catch (error) {
    const { reason = '', line = 0 } = error instanceof CssSyntaxError ? error : {}
    return refused('syntax', reason, line)
  }
}
