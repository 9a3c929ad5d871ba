import { Icon } from './icon.tsx'

/** Whether a type is a picture that a browser shows without running anything in it. */
export const isPicture = (type: string): boolean => type.startsWith('image/') && type !== 'image/svg+xml'

/** The sign of a file that has no picture. */
export function MediaSign({ type }: { type: string }) {
  if (type === 'application/pdf') return <Icon name="file-type-pdf" size={20} />
  if (/sheet|csv/.test(type)) return <Icon name="file-spreadsheet" size={20} />
  if (type.startsWith('image/')) return <Icon name="photo" size={20} />
  return <Icon name="file-text" size={20} />
}
