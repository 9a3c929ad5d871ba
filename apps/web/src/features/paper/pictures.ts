// Pictures of documents, as PNG or JPEG: Word reads no WebP or AVIF, and what a camera wrote into a file stays out.
import { canvasOf, dataUrl, fitting } from './picture-canvas.ts'
import { sizeOf } from './word/picture-size.ts'

/** Pixels of the longer side of an attached picture: 200 dots per inch across a page. */
const SIDE = 1_400
/** Characters of a picture's data URL: what `safePicture` lets through. */
const CHARACTERS = 1_000_000
/** Larger pictures are not decoded, where their size is known. */
const PIXELS = 100_000_000
const QUALITY = 0.85

/** Returns a picture as a data URL of bounded size; undefined for what the browser cannot read. */
export async function pictureData(file: Blob): Promise<string | undefined> {
  const known = sizeOf(new Uint8Array(await file.slice(0, 100_000).arrayBuffer()))
  if (known && known.width * known.height > PIXELS) return undefined
  let picture: ImageBitmap
  try {
    picture = await createImageBitmap(file)
  } catch {
    return undefined
  }
  try {
    const isPhoto = known?.type === 'jpg'
    for (let side = SIDE; side >= 1; side /= 2) {
      const size = fitting(picture, side)
      for (const type of isPhoto ? (['image/jpeg'] as const) : (['image/png', 'image/jpeg'] as const)) {
        const canvas = canvasOf(picture, size, type === 'image/jpeg' ? 'white' : undefined)
        const data = canvas && (await dataUrl(await canvas.convertToBlob({ type, quality: QUALITY })))
        if (!data || data.length <= CHARACTERS) return data
      }
    }
    return undefined
  } finally {
    picture.close()
  }
}

/** A document has no more attached pictures and characters of them; the others are named only. */
const [MOST, MOST_CHARACTERS] = [200, 40_000_000]
/** Pictures that are loaded at once. */
const AT_ONCE = 3

interface PictureSource<Key> {
  key: Key
  /** Rejects when the file is gone. */
  load: () => Promise<Blob>
}

/** Loads pictures, in their order; those that are gone, cannot be read or are too many are missing in the result. */
export async function loadPictures<Key>(
  wanted: readonly PictureSource<Key>[],
  { signal, onLoaded }: { signal: AbortSignal; onLoaded: (done: number, all: number) => void },
): Promise<Map<Key, string>> {
  const found = new Map<Key, string>()
  const some = wanted.slice(0, MOST)
  let [characters, done] = [0, 0]
  for (let at = 0; at < some.length && characters < MOST_CHARACTERS; at += AT_ONCE) {
    const next = some.slice(at, at + AT_ONCE)
    const loaded = await Promise.all(next.map(({ load }) => load().then(pictureData, () => undefined)))
    signal.throwIfAborted()
    for (const [index, data] of loaded.entries()) {
      const key = next[index]?.key
      if (data === undefined || key === undefined || characters + data.length > MOST_CHARACTERS) continue
      characters += data.length
      found.set(key, data)
    }
    done += next.length
    onLoaded(done, some.length)
  }
  return found
}
