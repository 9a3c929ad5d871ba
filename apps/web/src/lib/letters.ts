// The letters that this browser has drawn with. A browser fetches a font's file (an alphabet in one style) when something laid
// out needs it, and lays everything out again when it is there; so those of the last visit are fetched before there is anything
// to lay out. They come from its cache.
import { recall, remember } from './preferences.ts'

/** More than the product's languages need with italics and code; who has seen many alphabets does not wait for all of them. */
const MOST = 8

const nameOf = ({ family, style, unicodeRange }: FontFace) => `${family} ${style} ${unicodeRange}`

/** Fetches what the last visit drew with, and remembers what this one draws with. */
export function fetchKnownLetters(fonts: FontFaceSet): void {
  const known = recall('letters')?.split('\n') ?? []
  for (const face of fonts) if (known.includes(nameOf(face))) void face.load().catch(() => undefined)
  fonts.addEventListener('loadingdone', () => {
    const drawn = [...fonts].filter(({ status }) => status === 'loaded').map(nameOf)
    remember('letters', drawn.slice(0, MOST).join('\n'))
  })
}
