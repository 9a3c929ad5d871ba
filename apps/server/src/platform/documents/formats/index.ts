// One reader per document type; its libraries are loaded on demand, before the document is parsed.
import type { BlockDocument } from '../blocks.ts'
import { loadCsv } from './csv.ts'
import { loadDrawing, textOfDrawing } from './drawing.ts'
import { loadEpub } from './epub/epub.ts'
import { loadHtml } from './html.ts'
import { MAIL, mailLoader, OUTLOOK } from './mail/mail.ts'
import { TNEF } from './mail/tnef.ts'
import { loadMarkdown } from './markdown/markdown.ts'
import { loadOpenDocument } from './open-document/open-document.ts'
import { loadPdf, loadPdfLines } from './pdf/pdf.ts'
import type { Loads, Reader } from './reader.ts'
import { loadRtf } from './rtf/rtf.ts'
import { loadSlides } from './slides/slides.ts'
import { loadSpreadsheet } from './spreadsheet/spreadsheet.ts'
import { loadText } from './text.ts'
import { loadWord } from './word/word.ts'

const OFFICE = 'application/vnd.openxmlformats-officedocument'
const OPEN = 'application/vnd.oasis.opendocument'

const READERS: Readonly<Record<string, Loads>> = {
  'text/plain': loadText,
  'text/markdown': loadMarkdown,
  'application/pdf': loadPdf,
  [`${OFFICE}.wordprocessingml.document`]: loadWord,
  [`${OFFICE}.spreadsheetml.sheet`]: loadSpreadsheet,
  'application/vnd.ms-excel': loadSpreadsheet,
  [`${OFFICE}.presentationml.presentation`]: loadSlides,
  [`${OPEN}.text`]: loadOpenDocument,
  [`${OPEN}.spreadsheet`]: loadSpreadsheet,
  [`${OPEN}.presentation`]: loadOpenDocument,
  'application/rtf': loadRtf,
  'application/epub+zip': loadEpub,
  [MAIL]: mailLoader(MAIL, { load: (type) => loadReader(type, false), readsFiles: true }),
  [OUTLOOK]: mailLoader(OUTLOOK, { load: (type) => loadReader(type, false), readsFiles: true }),
  [TNEF]: mailLoader(TNEF, { load: (type) => loadReader(type, false), readsFiles: true }),
  'text/html': loadHtml,
  'text/csv': loadCsv,
  'image/svg+xml': loadDrawing,
}

/** Simpler readers, for documents that the first ones cannot read. */
const SECOND_READERS: Readonly<Record<string, Loads>> = {
  'application/pdf': loadPdfLines,
  [MAIL]: mailLoader(MAIL, { load: loadRtf, readsFiles: false }),
  [OUTLOOK]: mailLoader(OUTLOOK, { load: loadRtf, readsFiles: false }),
  [TNEF]: mailLoader(TNEF, { load: loadRtf, readsFiles: false }),
}

export const hasSecondReader = (mimeType: string): boolean => Object.hasOwn(SECOND_READERS, mimeType)

/** Loads the reader of a type. Rejects for an unknown type; the reader rejects for content that its library cannot read. */
export async function loadReader(mimeType: string, isSecond: boolean, bytes?: Uint8Array): Promise<Reader> {
  const readers = isSecond ? SECOND_READERS : READERS
  const load = Object.hasOwn(readers, mimeType) ? readers[mimeType] : undefined
  if (!load) throw new Error(`no reader for ${mimeType}`)
  return load(bytes)
}

/** Returns the document as it is indexed: of a drawing only its text. */
export function forIndex(mimeType: string, document: BlockDocument): BlockDocument {
  if (mimeType !== 'image/svg+xml') return document
  return { ...document, blocks: document.blocks.map(textOfDrawing).filter(({ text }) => text !== '') }
}
