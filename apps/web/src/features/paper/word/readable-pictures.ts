// Pictures of the texts that Word cannot read, such as WebP: the worker draws them again as PNG.
import type { Element, Root } from 'hast'
import { safePicture } from '#ui/markdown/links.ts'
import { canvasOf, dataUrl, fitting } from '../picture-canvas.ts'

/** Returns a picture in a data URL as PNG; undefined for what is none. */
export type Redraw = (address: string) => Promise<string | undefined>

/** Pixels of the longer side. */
const SIDE = 2_000

/** Draws with the browser. */
export const redraw: Redraw = async (address) => {
  if (typeof OffscreenCanvas === 'undefined') return undefined
  try {
    const bytes = Uint8Array.from(atob(address.slice(address.indexOf(',') + 1)), (one) => one.charCodeAt(0))
    const picture = await createImageBitmap(new Blob([bytes]))
    const canvas = canvasOf(picture, fitting(picture, SIDE))
    picture.close()
    return canvas && (await dataUrl(await canvas.convertToBlob({ type: 'image/png' })))
  } catch {
    return undefined
  }
}

const UNREADABLE = /^data:image\/webp;/i

/** Replaces the addresses of pictures in the trees by ones that Word reads; what cannot be drawn keeps its description. */
export async function makeReadable(trees: readonly Root[], by: Redraw): Promise<void> {
  for (const picture of trees.flatMap((tree) => picturesIn(tree))) {
    const address = String(picture.properties['src'] ?? '')
    if (UNREADABLE.test(address) && safePicture(address))
      picture.properties['src'] = (await by(address)) ?? ''
  }
}

const picturesIn = (node: Element | Root): Element[] =>
  node.children.flatMap((child) => {
    if (child.type !== 'element') return []
    return child.tagName === 'img' ? [child] : picturesIn(child)
  })
