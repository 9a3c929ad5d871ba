// Checks SVG logos: shapes, texts and gradients, nothing that runs or loads (BRAND-3). Pure.
import { BRANDING_LIMITS } from '@polylogue/contract'
import { SaxesParser } from 'saxes'
import { openDrawing } from './drawing.ts'
import { refused, type Refusal } from './refusal.ts'
import { isOwnAddress, refusalOfStylesheet, refusalOfValue } from './stylesheet.ts'

const DEPTH = 100
const ELEMENTS = 20_000
/** With those that are drawn again for each use. */
const DRAWN = 200_000

const KNOWN = new Set(
  `svg g path rect circle ellipse line polyline polygon text tspan textPath defs symbol use marker
  linearGradient radialGradient stop clipPath mask pattern image style title desc metadata switch view filter
  feBlend feColorMatrix feComponentTransfer feComposite feConvolveMatrix feDiffuseLighting feDisplacementMap
  feDistantLight feDropShadow feFlood feFuncA feFuncB feFuncG feFuncR feGaussianBlur feMerge feMergeNode
  feMorphology feOffset fePointLight feSpecularLighting feSpotLight feTile feTurbulence`.split(/\s+/),
)

const SVG = 'http://www.w3.org/2000/svg'

/** Thrown to end the parser. */
class Refused extends Error {
  readonly refusal: Refusal
  constructor(refusal: Refusal) {
    super(refusal.reason)
    this.refusal = refusal
  }
}

/** Returns why an SVG is refused; undefined if it is safe. */
export function refusalOfSvg(bytes: Uint8Array): Refusal | undefined {
  if (bytes.length > BRANDING_LIMITS.svg) return refused('size', BRANDING_LIMITS.svg)
  try {
    check(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
    return undefined
  } catch (error) {
    if (error instanceof Refused) return error.refusal
    return refused(error instanceof TypeError ? 'encoding' : 'syntax')
  }
}

function check(source: string): void {
  // Without the parser's name spaces, whose prefixes it looks up in all open elements: quadratic for deep ones.
  const parser = new SaxesParser({ xmlns: false, position: true })
  const refuse = (...[reason, detail, line = parser.line]: Parameters<typeof refused>): never => {
    throw new Refused(refused(reason, detail, line))
  }
  const styles: { text: string; line: number }[] = []
  const drawing = openDrawing()
  let [elements, inStyle] = [0, false]
  parser.on('error', (error) => refuse('syntax', error.message.replace(/^[\d:]+\s*/, '')))
  parser.on('xmldecl', ({ encoding = 'utf-8' }) => {
    if (!/^(?:utf-8|us-ascii)$/i.test(encoding)) refuse('encoding')
  })
  parser.on('doctype', (doctype) => {
    if (/[[%&]|<!|entity/i.test(doctype)) refuse('doctype')
  })
  parser.on('processinginstruction', ({ target }) => refuse('element', `?${target}`))
  parser.on('opentag', ({ name, attributes }) => {
    if (++elements > ELEMENTS) refuse('nesting', ELEMENTS)
    if (drawing.open(attributes) > DEPTH) refuse('nesting', DEPTH)
    if (elements === 1 && localOf(name) !== 'svg') refuse('type', '', 0)
    if (!mayBeDrawn(name)) refuse('element', name)
    for (const [key, value] of Object.entries(attributes)) {
      const refusal = refusalOfAttribute(key, value, elements === 1)
      if (refusal) refuse(refusal.reason, refusal.detail)
    }
    inStyle = localOf(name) === 'style'
    if (inStyle) styles.push({ text: '', line: parser.line })
  })
  parser.on('closetag', () => {
    drawing.close()
    inStyle = false
  })
  const onText = (text: string) => {
    const style = styles.at(-1)
    if (inStyle && style) style.text += text
  }
  parser.on('text', onText)
  parser.on('cdata', onText)
  parser.write(source).close()
  if (drawing.size() > DRAWN) refuse('nesting', DRAWN, 0)
  for (const { text, line } of styles) {
    const refusal = refusalOfStylesheet(text)
    if (refusal) throw new Refused({ ...refusal, line: refusal.line > 0 ? refusal.line + line - 1 : line })
  }
}

const localOf = (name: string): string => name.slice(name.indexOf(':') + 1)

/** Elements of editors have a prefix, and a browser draws none of them: `refusalOfAttribute` keeps prefixes from SVG and HTML. */
function mayBeDrawn(name: string): boolean {
  const at = name.indexOf(':')
  return KNOWN.has(name.slice(at + 1)) || (at > 0 && name.slice(0, at) !== 'svg' && !RUNS.test(name))
}

/** Refused also with a prefix. */
const RUNS = /:(?:script|foreignobject|iframe|object|embed|handler|listener|html|body|audio|video)$/i

function refusalOfAttribute(key: string, value: string, isRoot: boolean): Refusal | undefined {
  const name = localOf(key).toLowerCase()
  if (key === 'xmlns') return value === SVG ? undefined : refused('attribute', `xmlns="${value}"`)
  if (key.startsWith('xmlns:')) {
    const isOfEditor = !/w3\.org\/(?:1999\/xhtml|2000\/svg|1998\/math|2001\/xml-events)/i.test(value)
    const isSvg = key === 'xmlns:svg' && value === SVG && isRoot
    return isOfEditor || isSvg ? undefined : refused('attribute', `${key}="${value}"`)
  }
  if (name.startsWith('on') || key === 'xml:base' || name === 'formaction') return refused('attribute', key)
  if (name === 'href' || name === 'src') return isOwnPlace(value.trim()) ? undefined : refused('url', value)
  return refusalOfValue(value)
}

/** Places in the same file and pictures in it: a picture of a page loads no other file. */
const isOwnPlace = (address: string): boolean =>
  address === '' || (isOwnAddress(address) && /^(?:#|data:)/i.test(address))
