// Draws pictures again, also in a worker.
interface Size {
  width: number
  height: number
}

/** Returns the size of a picture whose longer side has at most so many pixels. */
export function fitting({ width, height }: Size, side: number): Size {
  const scale = Math.min(1, side / Math.max(width, height))
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

/** Returns a canvas with the picture; undefined where the browser cannot draw. */
export function canvasOf(
  picture: ImageBitmap,
  { width, height }: Size,
  background?: string,
): OffscreenCanvas | undefined {
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d')
  if (!context) return undefined
  if (background) {
    context.fillStyle = background
    context.fillRect(0, 0, width, height)
  }
  context.drawImage(picture, 0, 0, width, height)
  return canvas
}

/** Bytes that become characters at once: more arguments than this overflow the stack. */
const PIECE = 24_000

export async function dataUrl(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  let text = ''
  for (let at = 0; at < bytes.length; at += PIECE)
    text += String.fromCharCode(...bytes.subarray(at, at + PIECE))
  return `data:${file.type};base64,${btoa(text)}`
}
