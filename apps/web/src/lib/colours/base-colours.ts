// Background colours for contrast checks, and the brand colours. They must match ui/tokens.css; a test compares the two.

export type Scheme = 'light' | 'dark'

/** Neutral colours of both themes, by token name. */
export const NEUTRAL = {
  light: {
    'bg-canvas': '#faf9fb',
    bg: '#ffffff',
    'bg-raised': '#ffffff',
    'bg-subtle': '#f6f5f8',
    'bg-hover': '#f3f2f5',
    'bg-selected': '#eceaef',
    line: '#e4e3e7',
    'line-strong': '#d3d1d7',
    'line-control': '#8f8d95',
    text: '#1a181f',
    'text-2': '#525058',
    'text-3': '#68666e',
    invert: '#1f1d23',
    'on-invert': '#ffffff',
  },
  dark: {
    'bg-canvas': '#0f0e11',
    bg: '#151417',
    'bg-raised': '#1c1a1e',
    'bg-subtle': '#1d1c20',
    'bg-hover': '#212024',
    'bg-selected': '#28272c',
    line: '#27262b',
    'line-strong': '#3a383e',
    'line-control': '#6b6971',
    text: '#ebeaee',
    'text-2': '#b5b3ba',
    'text-3': '#99979f',
    invert: '#e6e5e9',
    'on-invert': '#151417',
  },
} as const satisfies Record<Scheme, Record<string, string>>

/** Backgrounds of text and focus rings. */
export const surfacesOf = (scheme: Scheme): string[] =>
  (['bg', 'bg-canvas', 'bg-raised', 'bg-subtle', 'bg-hover', 'bg-selected'] as const).map(
    (name) => NEUTRAL[scheme][name],
  )

export const WHITE = '#ffffff'
/** Dark text on bright fills. */
export const INK = '#150f1c'

/** The brand shades; every derived scale follows their chroma curve. */
export const BRAND_RAMP = [
  '#f9f5ff',
  '#f2e9ff',
  '#e7d7ff',
  '#d6b7ff',
  '#be87fe',
  '#a855f7',
  '#9739e7',
  '#7e26c4',
  '#641c9d',
  '#481473',
] as const

/** The tokens that a theme sets. */
export interface Accents {
  fill: string
  'fill-hover': string
  'fill-active': string
  'on-fill': string
  accent: string
  'on-accent': string
  'accent-text': string
  'accent-soft': string
  'accent-line': string
}

/** The brand colours are fixed, not derived. */
export const BRAND: { pick: string } & Record<Scheme, Accents> = {
  pick: '#a855f7',
  light: {
    fill: '#9739e7',
    'fill-hover': '#7e26c4',
    'fill-active': '#641c9d',
    'on-fill': '#ffffff',
    accent: '#a855f7',
    'on-accent': '#150f1c',
    'accent-text': '#7e26c4',
    'accent-soft': '#f2e9ff',
    'accent-line': '#d6b7ff',
  },
  dark: {
    fill: '#9739e7',
    'fill-hover': '#8a2ed5',
    'fill-active': '#7e26c4',
    'on-fill': '#ffffff',
    accent: '#a855f7',
    'on-accent': '#150f1c',
    'accent-text': '#ceaafd',
    'accent-soft': '#2f1d43',
    'accent-line': '#5d3685',
  },
}
