// Pictures that neither the server nor models read, but browsers may: they become JPEG or PNG before they are added.
import { loadCode } from './load-code.ts'

const ENDING = /\.(?:bmp|dib|hei[cf]s?|avif|jxl|ico)$/i
const TYPE = /^image\/(?:bmp|x-ms-bmp|hei[cf]|avif|jxl|x-icon|vnd\.microsoft\.icon)/

/** The endings of such pictures, for file dialogs. */
export const FOREIGN_ENDINGS = '.bmp,.heic,.heif,.avif'

/** Returns whether a file is such a picture. */
export const isForeignPicture = ({ name, type }: Pick<File, 'name' | 'type'>): boolean =>
  ENDING.test(name) || TYPE.test(type)

/** Returns such pictures converted, if the browser can show them; else they stay as they are. */
export async function withConverted(pictures: readonly File[]): Promise<readonly File[]> {
  const convert = await loadCode(() => import('./convert-picture.ts')).catch(() => undefined)
  // One after the other: each may need 160 MB.
  const converted: File[] = []
  for (const file of pictures) converted.push((await convert?.convertPicture(file)) ?? file)
  return converted
}
