// Derives all colours of a theme from one chosen colour; text is readable in light and dark. The steps follow the order of
// the design, and every colour is checked against the surfaces where it is used.
import { contrast, hexOf, lowestContrast, oklchOf, type Oklch } from './colour.ts'
import {
  BRAND,
  BRAND_RAMP,
  INK,
  NEUTRAL,
  surfacesOf,
  WHITE,
  type Accents,
  type Scheme,
} from './base-colours.ts'

export interface Derived {
  accents: Accents
  /** Ten shades from light to dark, as Mantine expects. */
  ramp: readonly string[]
  /** How the chosen colour was adjusted as a button fill: unchanged, darker, lighter, or replaced by a neutral grey. */
  change: 'none' | 'darker' | 'lighter' | 'neutral'
}

/** Minimum contrast of text, and of everything else. */
export const TEXT = 4.5
export const SHAPE = 3

/** Colours with less chroma than this count as grey. */
const NEUTRAL_CHROMA = 0.02
/** Dark text is used only on fills at least this bright. */
const BRIGHT = 0.7
const STEP = 0.005

/**
 * Derives the colours of one theme from a colour (`#rrggbb`). With `fix` the fill is adjusted until its text is readable;
 * without, the colour is kept if white or dark text reaches 4.5:1 on it. Texts and rings are always corrected.
 */
export function derive(hex: string, scheme: Scheme, fix: boolean): Derived {
  const pick = hex.toLowerCase()
  if (pick === BRAND.pick && fix) return { accents: BRAND[scheme], ramp: BRAND_RAMP, change: 'none' }
  const colour = oklchOf(pick)
  const neutral = colour.c < NEUTRAL_CHROMA
  const fill = fillOf(pick, colour, scheme, fix)
  const accents = {
    ...fill.tokens,
    ...(neutral ? neutralTexts(scheme) : ownTexts(pick, colour, scheme)),
    ...softs(colour, scheme),
  }
  return { accents, ramp: rampOf(pick, colour, accents.fill), change: fill.change }
}

type Fill = Pick<Accents, 'fill' | 'fill-hover' | 'fill-active' | 'on-fill'>

function fillOf(
  pick: string,
  colour: Oklch,
  scheme: Scheme,
  fix: boolean,
): { tokens: Fill } & Pick<Derived, 'change'> {
  const text = betterText(pick)
  if (!fix && contrast(pick, text) >= TEXT) return { tokens: withStates(pick, text), change: 'none' }
  if (colour.c < NEUTRAL_CHROMA) {
    const grey = neutralFill(colour, scheme)
    return { tokens: withStates(grey.fill, grey.text), change: 'neutral' }
  }
  const fill = walk(pick, colour, (candidate, l) => textOn(candidate, l, scheme) !== undefined)
  return {
    tokens: withStates(fill.hex, textOn(fill.hex, fill.l, scheme) ?? WHITE),
    change: fill.hex === pick ? 'none' : fill.l < colour.l ? 'darker' : 'lighter',
  }
}

/** Returns the text colour for a fill; undefined when the fill is hard to see on a card or no text is readable on it. */
function textOn(fill: string, l: number, scheme: Scheme): string | undefined {
  if (contrast(fill, NEUTRAL[scheme]['bg-raised']) < SHAPE) return undefined
  if (contrast(fill, WHITE) >= TEXT) return WHITE
  return l >= BRIGHT && contrast(fill, INK) >= TEXT ? INK : undefined
}

/** Greys use the neutral contrast colours; on light pages a middle grey is darkened, so that it does not look disabled. */
function neutralFill(colour: Oklch, scheme: Scheme): { fill: string; text: string } {
  const middle = colour.l > 0.3 && colour.l < 0.8
  if (middle && scheme === 'light') return { fill: hexOf({ ...colour, l: 0.5 }), text: WHITE }
  return { fill: NEUTRAL[scheme].invert, text: NEUTRAL[scheme]['on-invert'] }
}

/** Hover and pressed states move the fill away from its text, as long as the text stays readable. */
function withStates(fill: string, text: string): Fill {
  const [hover, pressed] = contrast(text, WHITE) < 2 ? [-0.05, -0.09] : [0.03, -0.03]
  const moved = (by: number): string => {
    const colour = oklchOf(fill)
    const hex = hexOf({ ...colour, l: Math.min(1, Math.max(0, colour.l + by)) })
    if (contrast(hex, text) >= TEXT) return hex
    return Math.abs(by) < STEP ? fill : moved(by - Math.sign(by) * STEP)
  }
  return { fill, 'fill-hover': moved(hover), 'fill-active': moved(pressed), 'on-fill': text }
}

type Texts = Pick<Accents, 'accent' | 'on-accent' | 'accent-text'>

function neutralTexts(scheme: Scheme): Texts {
  const { text } = NEUTRAL[scheme]
  return { accent: text, 'on-accent': betterText(text), 'accent-text': text }
}

function ownTexts(pick: string, colour: Oklch, scheme: Scheme): Texts {
  const surfaces = surfacesOf(scheme)
  const light = scheme === 'light'
  const start = light ? Math.min(colour.l, 0.62) : Math.max(colour.l, 0.62)
  const from = start === colour.l ? pick : hexOf({ ...colour, l: start })
  const readable = (hex: string) => lowestContrast(hex, surfaces) >= TEXT
  const seen = (hex: string) =>
    lowestContrast(hex, surfaces) >= SHAPE && contrast(hex, betterText(hex)) >= TEXT
  const accent = walk(pick, colour, seen).hex
  return {
    accent,
    'on-accent': betterText(accent),
    'accent-text': walk(from, { ...colour, l: start }, readable, light ? 'darker' : 'lighter').hex,
  }
}

/** Background and border of a selected option; text on it stays readable. */
function softs({ c, h }: Oklch, scheme: Scheme): Pick<Accents, 'accent-soft' | 'accent-line'> {
  const scale = c / chromaOf(5)
  const light = scheme === 'light'
  const soft = light ? { l: SOFT, c: chromaOf(1) * scale, h } : { l: 0.275, c: 0.07 * scale, h }
  const line = light ? { l: LINE, c: chromaOf(3) * scale, h } : { l: 0.42, c: 0.13 * scale, h }
  const { text, 'text-2': second, 'text-3': third } = NEUTRAL[scheme]
  const readable = (hex: string) => [text, second, third].every((front) => contrast(front, hex) >= TEXT)
  return {
    'accent-soft': walk(hexOf(soft), soft, readable, light ? 'lighter' : 'darker').hex,
    'accent-line': hexOf(line),
  }
}

const [SOFT, LINE] = [0.947, 0.83]
/** Lightness of the shades; undefined for those that take the chosen colour or the fill. */
const RAMP_LIGHTNESS = [0.977, SOFT, 0.905, LINE, 0.725, undefined, undefined, 0.49, 0.415, 0.335]

const chromaOf = (step: number): number => oklchOf(BRAND_RAMP[step] ?? BRAND.pick).c

function rampOf(pick: string, { c, h }: Oklch, fill: string): readonly string[] {
  const scale = c / chromaOf(5)
  return RAMP_LIGHTNESS.map((l, step) => {
    if (l === undefined) return step === 5 ? pick : fill
    return hexOf({ l, c: chromaOf(step) * scale, h })
  })
}

/** Returns the nearest lightness whose colour passes `accepts`, searching outwards from the colour itself. */
function walk(
  hex: string,
  colour: Oklch,
  accepts: (hex: string, l: number) => boolean,
  direction: 'both' | 'darker' | 'lighter' = 'both',
): { hex: string; l: number } {
  if (accepts(hex, colour.l)) return { hex, l: colour.l }
  const signs = direction === 'both' ? [-1, 1] : [direction === 'darker' ? -1 : 1]
  for (let steps = 1; steps <= 1 / STEP; steps++)
    for (const sign of signs) {
      const l = colour.l + sign * steps * STEP
      if (l < 0 || l > 1) continue
      const candidate = hexOf({ ...colour, l })
      if (accepts(candidate, l)) return { hex: candidate, l }
    }
  return direction === 'lighter' ? { hex: WHITE, l: 1 } : { hex: '#000000', l: 0 }
}

const betterText = (ground: string): string =>
  contrast(ground, WHITE) >= contrast(ground, INK) ? WHITE : INK
