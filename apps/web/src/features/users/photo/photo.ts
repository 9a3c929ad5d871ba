// Prepares a photo: crops it to a square JPEG below the size limit (ACCOUNT-6).
import { PICTURE_LIMIT } from '@polylogue/contract/browser'

/** Accepted file types. */
export const PHOTO_TYPES = ['image/jpeg', 'image/png'] as const
export const PHOTO_ACCEPT = '.jpg,.jpeg,.png,image/jpeg,image/png'

/** Side lengths in pixels, tried until the JPEG is below the limit; the largest size on a page is 160. */
const SIDES = [640, 480, 320] as const
const QUALITIES = [0.9, 0.75, 0.5] as const

/** A crop area, in pixels of the image. */
export interface CropArea {
  x: number
  y: number
  width: number
  height: number
}

export const isPhotoType = (type: string): boolean => PHOTO_TYPES.some((known) => known === type)

/** Loads the image of a URL; rejects when it is not an image. */
export async function openPicture(address: string): Promise<HTMLImageElement> {
  const image = new Image()
  image.src = address
  await image.decode()
  return image
}

/** Returns the crop area as a JPEG below the limit; undefined when it cannot be made small enough. */
export async function cutPhoto(image: HTMLImageElement, area: CropArea): Promise<Blob | undefined> {
  for (const side of SIDES) {
    const canvas = draw(image, area, Math.min(side, Math.round(area.width)))
    for (const quality of QUALITIES) {
      const blob = await jpegOf(canvas, quality)
      if (blob.size < PICTURE_LIMIT) return blob
    }
  }
  return undefined
}

function draw(image: HTMLImageElement, area: CropArea, side: number): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  canvas.width = side
  canvas.height = side
  const context = canvas.getContext('2d')
  if (!context) throw new Error('no canvas')
  // JPEG has no transparency: fills transparent areas with white instead of black.
  context.fillStyle = 'white'
  context.fillRect(0, 0, side, side)
  context.imageSmoothingQuality = 'high'
  context.drawImage(image, area.x, area.y, area.width, area.height, 0, 0, side, side)
  return canvas
}

function jpegOf(canvas: HTMLCanvasElement, quality: number): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/jpeg', quality)
  })
}
