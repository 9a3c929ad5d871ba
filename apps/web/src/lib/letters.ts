// Preloads the font files of the last visit from the browser's cache. A browser loads a font file (one alphabet in one
// style) only when text needs it, and then lays out the page again.
import { recall, remember } from './preferences.ts'

/** More than the product's languages need with italics and code; limits the preload for users with many alphabets. */
const MAX = 8

const nameOf = ({ family, style, unicodeRange }: FontFace) => `${family} ${style} ${unicodeRange}`

/** Loads the font files of the last visit and stores which ones this visit uses. */
export function fetchKnownLetters(fonts: FontFaceSet): void {
  const known = recall('letters')?.split('\n') ?? []
  for (const face of fonts) if (known.includes(nameOf(face))) void face.load().catch(() => undefined)
  fonts.addEventListener('loadingdone', () => {
    const drawn = [...fonts].filter(({ status }) => status === 'loaded').map(nameOf)
    remember('letters', drawn.slice(0, MAX).join('\n'))
  })
}
