/** In the order of the dialog: what people read comes before what programs read. */
export const FORMATS = ['docx', 'pdf', 'md', 'txt', 'html', 'png', 'csv', 'json'] as const
export type FileFormat = (typeof FORMATS)[number]

const DOCUMENTS = ['docx', 'pdf', 'md'] as const
type DocumentFormat = (typeof DOCUMENTS)[number]

/** Whether a format is a document with a title, which can have several tabs. */
export const isDocument = (format: FileFormat): format is DocumentFormat =>
  DOCUMENTS.some((each) => each === format)
