import { Icon } from './icon.tsx'

/** Returns whether a type is a picture that browsers show without running scripts in it. They do not show TIFF. */
export const isPicture = (type: string): boolean =>
  type.startsWith('image/') && type !== 'image/svg+xml' && type !== 'image/tiff'

/** The icon of a file without a picture. */
export function MediaSign({ type }: { type: string }) {
  if (type === 'application/pdf') return <Icon name="file-type-pdf" size={20} />
  if (/sheet|csv/.test(type)) return <Icon name="file-spreadsheet" size={20} />
  if (type.startsWith('image/')) return <Icon name="photo" size={20} />
  return <Icon name="file-text" size={20} />
}
