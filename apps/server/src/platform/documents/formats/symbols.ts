// Letters of the fonts Symbol and Wingdings, whose codes mean other signs than in other fonts.

const GREEK = 'ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ[∴]⊥_‾αβχδεφγηιϕκλμνοπθρστυϖωξψζ{|}∼'
const SYMBOL = new Map<number, string>([
  ...Array.from(GREEK, (letter, at) => [0x41 + at, letter] as const),
  [0x22, '∀'],
  [0x24, '∃'],
  [0x27, '∋'],
  [0x2d, '−'],
  [0x40, '≅'],
  ...Array.from('ϒ′≤⁄∞ƒ♣♦♥♠↔←↑→↓°±″≥×∝∂•÷≠≡≈…', (letter, at) => [0xa1 + at, letter] as const),
  ...Array.from('ℵℑℜ℘⊗⊕∅∩∪⊃⊇⊄⊂⊆∈∉∠∇®©™∏√⋅¬∧∨⇔⇐⇑⇒⇓◊', (letter, at) => [0xc0 + at, letter] as const),
  [0xe5, '∑'],
  [0xf2, '∫'],
])
const WINGDINGS = new Map<number, string>([
  [0x28, '☎'],
  [0x2a, '✉'],
  [0x4a, '☺'],
  [0x4c, '☹'],
  [0x6c, '●'],
  [0x6e, '■'],
  [0x6f, '☐'],
  [0x71, '❑'],
  [0x72, '❒'],
  [0x75, '◆'],
  [0x76, '❖'],
  [0x77, '⬥'],
  [0x78, '☒'],
  [0x9f, '•'],
  [0xa7, '▪'],
  [0xa8, '☐'],
  [0xd8, '➢'],
  [0xdf, '←'],
  [0xe0, '→'],
  [0xe1, '↑'],
  [0xe2, '↓'],
  [0xe8, '➔'],
  [0xf0, '⇨'],
  [0xfb, '✗'],
  [0xfc, '✓'],
  [0xfd, '☒'],
  [0xfe, '☑'],
])
const WINGDINGS_2 = new Map<number, string>([
  [0x4f, '✗'],
  [0x50, '✓'],
  [0x51, '☒'],
  [0x52, '☑'],
  [0x53, '☒'],
  [0x54, '☒'],
  [0xa3, '☐'],
])

/** Returns the sign of a code in a font; undefined if the font is no font of signs or the sign has no letter. */
export function symbolOf(font: string, code: number): string | undefined {
  const place = code >= 0xf000 && code <= 0xf0ff ? code - 0xf000 : code
  if (/^symbol/i.test(font)) return SYMBOL.get(place)
  if (/^wingdings 2/i.test(font)) return WINGDINGS_2.get(place)
  if (/^wingdings$/i.test(font)) return WINGDINGS.get(place)
  return undefined
}

/** Replaces letters of a font of signs; those without a letter become blank. */
export const withSymbols = (font: string, text: string): string =>
  text.replace(/[\uf000-\uf0ff]/g, (letter) => symbolOf(font, letter.charCodeAt(0)) ?? ' ')
