import type { Letterhead } from '#features/paper/index.ts'
import type { PublicConfig } from '#lib/config.ts'

/** Pixels of the logo's height in a document. */
const HEIGHT = 48

/** Returns whose documents these are: the organisation's name, and the logo of its branding as a PNG. */
export async function letterheadOf({
  customerName,
  appName,
  branding,
}: Pick<PublicConfig, 'customerName' | 'appName' | 'branding'>): Promise<Letterhead> {
  const { light } = branding.logo
  return { name: customerName || appName, logo: light === '' ? undefined : await pngOf(light) }
}

/** Returns a picture of this server as a data URL: documents contain no SVG. Undefined if it cannot be drawn. */
async function pngOf(address: string): Promise<string | undefined> {
  const picture = new Image()
  picture.src = address
  try {
    await picture.decode()
    const canvas = document.createElement('canvas')
    canvas.height = HEIGHT
    canvas.width = Math.max(
      1,
      Math.round((picture.naturalWidth / Math.max(1, picture.naturalHeight)) * HEIGHT),
    )
    canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height)
    return canvas.toDataURL('image/png')
  } catch {
    return undefined
  }
}
