/** The columns that name media: to report missing ones, and to recognise a media store. */
export const MEDIA_COLUMNS: ReadonlySet<string> = new Set([
  'attachments.blob',
  'media_pieces.blob',
  'media.extracted',
])
