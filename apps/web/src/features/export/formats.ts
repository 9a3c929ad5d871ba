/** In the order of the dialog: what people read comes before what programs read. */
export const FORMATS = ['docx', 'pdf', 'md', 'txt', 'html', 'png', 'csv', 'json'] as const
export type FileFormat = (typeof FORMATS)[number]

/** Formats that show the pictures attached to questions. */
const WITH_PICTURES = ['docx', 'pdf', 'md', 'html', 'png'] as const
export type PictureFormat = (typeof WITH_PICTURES)[number]

export const showsPictures = (format: FileFormat): format is PictureFormat =>
  WITH_PICTURES.some((each) => each === format)

const DOCUMENTS = ['docx', 'pdf', 'md'] as const
type DocumentFormat = (typeof DOCUMENTS)[number]

/** Whether a format is a document with a title, which can have several tabs. */
export const isDocument = (format: FileFormat): format is DocumentFormat =>
  DOCUMENTS.some((each) => each === format)
