// The files of a branding: which are accepted, how they are named, and what `branding.json` says. Pure.
import { BRANDING_LIMITS, BrandingColours, type BrandingState } from '@polylogue/contract'
import { createHash } from 'node:crypto'
import { z } from 'zod'
import { bareJpeg } from '#platform/pictures/jpeg.ts'
import { barePng } from '#platform/pictures/png.ts'
import { refused, type Refusal } from './refusal.ts'
import { refusalOfStylesheet } from './stylesheet.ts'
import { refusalOfSvg } from './svg.ts'

export const BRANDING_FILE = 'branding.json'
const MAX_PIXELS = 16_000_000

/** `branding.json`: names of files in its folder. Fields of the operator's own are kept. */
export const BrandingFile = z.looseObject({
  name: z.string().max(BRANDING_LIMITS.name).catch(''),
  signInText: z.string().max(BRANDING_LIMITS.signInText).catch(''),
  customStylesheet: z.string().nullable().catch(null),
  logo: z
    .object({ light: z.string().nullable().catch(null), dark: z.string().nullable().catch(null) })
    .catch({ light: null, dark: null }),
  colours: BrandingColours.nullable().catch(null),
  colourStylesheet: z.string().nullable().catch(null),
})
export type BrandingFile = z.infer<typeof BrandingFile>

/** A file to store: its bytes without metadata, and the ending that says its type. */
export interface AcceptedFile {
  readonly bytes: Buffer
  readonly ending: 'svg' | 'png' | 'jpg' | 'css'
}

/** Returns a logo as it is stored, or why it is refused. Its type is read from its content. */
export function acceptedLogo(base64: string): AcceptedFile | Refusal {
  const encoded = base64.replace(/^data:image\/[a-z+]{3,7};base64,/, '')
  if (encoded.length > (BRANDING_LIMITS.picture / 3) * 4 + 4) return refused('size', BRANDING_LIMITS.picture)
  const bytes = Buffer.from(encoded, 'base64')
  if (bytes.toString('base64') !== encoded) return refused('type')
  if (/^(?:\ufeff)?\s{0,100}</.test(bytes.toString('utf8', 0, 110)))
    return refusalOfSvg(bytes) ?? { bytes, ending: 'svg' }
  const jpeg = bareJpeg(bytes)
  const picture = jpeg ?? barePng(bytes)
  if (!picture) return refused('type')
  if (picture.width * picture.height > MAX_PIXELS) return refused('pixels', MAX_PIXELS)
  return { bytes: picture.bytes, ending: jpeg ? 'jpg' : 'png' }
}

/** Returns a stylesheet as it is stored, or why it is refused. */
export const acceptedStylesheet = (css: string): AcceptedFile | Refusal =>
  refusalOfStylesheet(css) ?? { bytes: Buffer.from(css), ending: 'css' }

/** Returns the stylesheet of the colours; a person's own colours are applied after it. */
export function stylesheetOf({ light, dark }: BrandingColours): AcceptedFile {
  const block = (selector: string, tokens: Readonly<Record<string, string>>) =>
    `${selector}{${Object.entries(tokens)
      .map(([name, value]) => `--pl-${name}:${value}`)
      .join(';')}}`
  const css = `${block(':root', light)}\n${block("[data-mantine-color-scheme='dark']", dark)}\n`
  return { bytes: Buffer.from(css), ending: 'css' }
}

export type PartName = 'logo-light' | 'logo-dark' | 'stylesheet' | 'colours'

/** Names a file by its content, so that browsers never show an old one. */
export function fileName(part: PartName, { bytes, ending }: AcceptedFile): string {
  return `${part}-${createHash('sha256').update(bytes).digest('hex').slice(0, 12)}.${ending}`
}

/** Whether the page wrote a file: others are the operator's and stay. */
export const isWritten = (name: string): boolean =>
  /^(?:logo-light|logo-dark|stylesheet|colours)-[0-9a-f]{12}\.(?:svg|png|jpg|css)$/.test(name)

export const versionOf = (content: string): string =>
  createHash('sha256').update(content).digest('hex').slice(0, 16)

/** Returns what the super user's page shows of a stored `branding.json`. */
export function toState(
  customer: string,
  { name, signInText, colours, logo, customStylesheet }: BrandingFile,
  found: Pick<BrandingState, 'version' | 'isBroken'>,
): BrandingState {
  return { customer, ...found, name, signInText, colours, logo, customStylesheet }
}

const PATH = /^[a-z0-9][a-z0-9-]{0,59}(?:\/[\w-][\w.-]{0,99}){1,4}$/
const RASTER = /\.(?:png|jpe?g|webp|gif|woff2?)$/

/** How a file below `customer-branding/` is checked before it is sent; undefined for a path that is never sent. */
export function checkOf(
  path: string,
): { readonly most: number; readonly check: (bytes: Buffer) => Refusal | undefined } | undefined {
  if (!PATH.test(path)) return undefined
  if (path.endsWith('.css'))
    return { most: BRANDING_LIMITS.stylesheet, check: (bytes) => refusalOfBytes(bytes) }
  if (path.endsWith('.svg')) return { most: BRANDING_LIMITS.svg, check: refusalOfSvg }
  if (path.endsWith('.json')) return { most: BRANDING_LIMITS.stylesheet, check: refusalOfJson }
  return RASTER.test(path) ? { most: 2_000_000, check: () => undefined } : undefined
}

function refusalOfBytes(bytes: Buffer): Refusal | undefined {
  const text = textOf(bytes)
  return text === undefined ? refused('encoding') : refusalOfStylesheet(text)
}

function refusalOfJson(bytes: Buffer): Refusal | undefined {
  try {
    JSON.parse(textOf(bytes) ?? '')
    return undefined
  } catch {
    return refused('syntax', 'JSON')
  }
}

function textOf(bytes: Buffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}
