// Converts a picture that the browser can show. Loaded with the first one.

/** Pixels that are drawn; the server reads no more, and phones have no memory for more. */
const MAX_PIXELS = 40_000_000
const PHONE_PIXELS = 16_000_000
/** Formats of photographs are lossy; the others have drawings and texts, whose edges JPEG blurs. */
const PHOTOGRAPH = /\.(?:hei[cf]s?|avif|jxl)$|^image\/(?:hei[cf]|avif|jxl)/i

/** Returns a photograph as JPEG and another picture as PNG; undefined if the browser cannot show it. */
export async function convertPicture(file: File): Promise<File | undefined> {
  const isPhotograph = PHOTOGRAPH.test(file.name) || PHOTOGRAPH.test(file.type)
  const type = isPhotograph ? 'image/jpeg' : 'image/png'
  const bitmap = await createImageBitmap(file).catch(() => undefined)
  if (!bitmap) return undefined
  try {
    // Phones draw fewer pixels.
    const blob = (await drawn(bitmap, type, MAX_PIXELS)) ?? (await drawn(bitmap, type, PHONE_PIXELS))
    const name = file.name.replace(/\.[^.]*$/, '') + (isPhotograph ? '.jpg' : '.png')
    return blob ? new File([blob], name, { type, lastModified: file.lastModified }) : undefined
  } catch {
    return undefined
  } finally {
    bitmap.close()
  }
}

function drawn(bitmap: ImageBitmap, type: string, most: number): Promise<Blob | null> {
  const scale = Math.min(1, Math.sqrt(most / (bitmap.width * bitmap.height)))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.floor(bitmap.width * scale))
  canvas.height = Math.max(1, Math.floor(bitmap.height * scale))
  const on = canvas.getContext('2d')
  if (!on) return Promise.resolve(null)
  // What is transparent would be black in a JPEG, and on a dark page.
  on.fillStyle = '#fff'
  on.fillRect(0, 0, canvas.width, canvas.height)
  on.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  return new Promise((resolve) => canvas.toBlob(resolve, type, 0.92))
}
