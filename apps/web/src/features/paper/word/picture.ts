// Pictures in a Word document: those that the text itself contains, as data URLs.
import { ImageRun } from 'docx'
import { safePicture } from '#ui/markdown/links.ts'
import { withoutControls } from '../typography.ts'
import { sizeOf } from './picture-size.ts'

/** Pixels of the width and height of the text on a page, at 96 dots per inch. */
const [MAX_WIDTH, MAX_HEIGHT] = [600, 800]
/** What the large side of some pictures has at most, so that several of them have place on a page. */
export const HALF_PAGE = 380

/** Returns a picture of a data URL, at most as large as a page; undefined for others, and for formats that Word lacks. */
export function pictureOf(
  address: string,
  alt: string,
  maxHeight: number = MAX_HEIGHT,
): ImageRun | undefined {
  const safe = safePicture(address)
  const data = safe ? bytesOf(safe) : undefined
  const found = data && sizeOf(data)
  if (!data || !found) return undefined
  const scale = Math.min(1, MAX_WIDTH / found.width, maxHeight / found.height)
  const [width, height] = [found.width, found.height].map((side) => Math.max(1, Math.round(side * scale)))
  return new ImageRun({
    type: found.type,
    data,
    transformation: { width: width ?? 1, height: height ?? 1 },
    altText: { name: '', title: '', description: withoutControls(alt) },
  })
}

function bytesOf(address: string): Uint8Array | undefined {
  const base64 = /^data:image\/[a-z]+;base64,(.+)$/i.exec(address)?.[1]
  if (base64 === undefined) return undefined
  try {
    return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
  } catch {
    return undefined
  }
}
