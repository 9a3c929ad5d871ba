// Limits and states of data sources, without schemas, for the page (SOURCE-1, SOURCE-12).

/** States of a data source and of each of its documents. Only a ready source is offered for use. */
export const DATASOURCE_STATUS = { pending: 0, indexing: 1, ready: 2, failed: 3 } as const
export type DatasourceStatus = (typeof DATASOURCE_STATUS)[keyof typeof DATASOURCE_STATUS]

export const DATASOURCE_LIMITS = {
  /** Data sources that one person owns. */
  count: 500,
  summary: 10_000,
  /** Documents of one data source. */
  documents: 10_000,
  /** New documents in one request; more are uploaded one by one. */
  added: 100,
  fileName: 200,
  url: 2_000,
  /** Bytes of one piece of an upload, and as many in base64. */
  piece: 3_145_728,
  pieceBase64: 4_194_304,
  labels: 50,
  /** Site maps and folders of pages of one data source. */
  sites: 50,
  /** Characters of a question to a data source. */
  question: 4_000,
  /** Characters of a note of a passage. */
  note: 1_000,
  /** Languages of its scans. */
  recognitionLanguages: 10,
} as const

/** Estimated tokens of a chunk, and of the overlap with the chunk before it. */
export const CHUNK_SIZE = { default: 1_024, min: 64, max: 8_192 } as const
export const CHUNK_OVERLAP = { default: 20, min: 16, max: 128 } as const
/** Passages that a question gets (`amountOfChunks`); chosen where a data source is used. */
export const RETRIEVED_CHUNKS = { default: 5, min: 1, max: 10 } as const

/** How often an address is fetched again. */
export const REFRESHES = ['none', 'daily', 'weekly'] as const
export type Refresh = (typeof REFRESHES)[number]

/** Pages of a site map or below an address. */
export const SITE_PAGES = { default: 50, min: 1, max: 500 } as const
export const SITE_KINDS = ['sitemap', 'below'] as const
export type SiteKind = (typeof SITE_KINDS)[number]

const OFFICE = 'application/vnd.openxmlformats-officedocument'
const OPEN = 'application/vnd.oasis.opendocument'

/** Returns the type of several extensions. */
const endings = (type: string, names: string): Record<string, string> =>
  Object.fromEntries(names.split(' ').map((ending) => [ending, type]))

/** Extensions of plain texts: notes, logs, data, settings, subtitles and sources of programs. */
const TEXTS =
  'txt text log json jsonl yaml yml xml toml ini cfg conf properties srt vtt tex bib rst org adoc diff sql ics vcf js mjs jsx ts tsx css scss py ipynb rb php pl lua r c h cc cpp hpp cs java kt scala swift go rs sh ps1 bat vue'

/** Types of files that a data source takes, by file name extension. */
export const DATASOURCE_TYPES: Readonly<Record<string, string>> = {
  pdf: 'application/pdf',
  // With macros, which are never run, and templates: the same parts.
  ...endings(`${OFFICE}.wordprocessingml.document`, 'docx docm dotx dotm'),
  ...endings(`${OFFICE}.presentationml.presentation`, 'pptx pptm ppsx ppsm potx potm'),
  ...endings(`${OFFICE}.spreadsheetml.sheet`, 'xlsx xlsm xltx xltm xlsb'),
  xls: 'application/vnd.ms-excel',
  ...endings(`${OPEN}.text`, 'odt ott'),
  ...endings(`${OPEN}.presentation`, 'odp otp'),
  ...endings(`${OPEN}.spreadsheet`, 'ods ots'),
  rtf: 'application/rtf',
  epub: 'application/epub+zip',
  // Mailboxes, mails of Apple, and pages that browsers save with their pictures, which are mails, too.
  ...endings('message/rfc822', 'eml emlx mbox mht mhtml'),
  msg: 'application/vnd.ms-outlook',
  html: 'text/html',
  htm: 'text/html',
  xhtml: 'text/html',
  csv: 'text/csv',
  tsv: 'text/csv',
  tab: 'text/csv',
  md: 'text/markdown',
  markdown: 'text/markdown',
  ...endings('text/plain', TEXTS),
  ...endings('image/jpeg', 'jpg jpeg jpe jfif'),
  png: 'image/png',
  gif: 'image/gif',
  webp: 'image/webp',
  tif: 'image/tiff',
  tiff: 'image/tiff',
  ...endings('image/bmp', 'bmp dib'),
  svg: 'image/svg+xml',
}

/** Whether a file of this type is a text whose encoding can be chosen. */
export const hasEncoding = (mimeType: string): boolean => mimeType.startsWith('text/')

/** Why a document could not be read or indexed. */
export const MEDIA_REASONS = [
  'damaged',
  'encrypted',
  'too_large',
  'too_slow',
  'too_much_memory',
  'no_text',
  'picture',
  'unknown_type',
  'type_mismatch',
  // HEIC, AVIF or another format of pictures that is not read, whatever its name says.
  'foreign_picture',
  // The file has no bytes.
  'empty',
  // The program that added it did not send its bytes as base64.
  'not_base64',
  'unreachable',
  // It is a private address as it is written, or uses another port, and the configuration does not allow it.
  'not_allowed',
  'interrupted',
  'missing',
  // The page is not there any more.
  'gone',
  // The site map has no pages of its site.
  'no_pages',
  // Somebody cancelled its indexing.
  'cancelled',
] as const
export type MediaReason = (typeof MEDIA_REASONS)[number]

/** What was left out of a document that could be read, or is uncertain. */
export const MEDIA_WARNINGS = [
  'pages_without_text',
  'text_cut',
  'cells_cut',
  'pictures',
  'charts',
  // Embedded files and drawings, formulas and whatever else has no text that can be read.
  'objects',
  // `names` are the sheets.
  'hidden_sheets',
  // Sheets whose part of the file is damaged; `names` are the sheets.
  'sheets_not_read',
  // Hidden rows and columns; `names` are their sheets.
  'hidden_cells',
  // Formulas whose values are not in the file; `count` are their cells, `names` their sheets.
  'formulas',
  // `names` are the numbers and titles of the slides.
  'hidden_slides',
  // Hidden sections and passages.
  'hidden_text',
  // `names` is the encoding that was taken.
  'encoding_guessed',
  // `names` are the files.
  'attachments',
  // `names` are the encrypted files or parts.
  'encrypted_parts',
  // `pages` have letters that their fonts do not name.
  'unknown_letters',
  // `pages` were read by text recognition.
  'recognized',
  // `pages` were read by the model that `names` has.
  'recognized_by_model',
  // Text recognition read `pages`, because the model that `names` has did not, for the `reason`.
  'model_not_used',
  // `count` pictures of an office document were; their texts begin with 🖼.
  'recognized_pictures',
] as const
/** Why a model did not read a page that it was to read (decision 115). */
export const NOT_SEEN_REASONS = [
  // It is not deployed any more, or does not see pictures.
  'not_deployed',
  // The documents are for local models only.
  'not_local',
  // The person who added the document may not ask models any more.
  'no_access',
  // The file is too large, or of a type that models do not take.
  'unsuitable',
  'too_slow',
  'failed',
] as const
export type NotSeenReason = (typeof NOT_SEEN_REASONS)[number]

export type MediaWarning = (typeof MEDIA_WARNINGS)[number]

/**
 * Returns whether a text is an address as the URL field takes it: an optional http(s) scheme, a dotted host, an optional port
 * and a path without spaces (SOURCE-14). With its scheme, the host may be a name of an intranet or an IP address.
 */
export function isDocumentAddress(value: string): boolean {
  const inner =
    /^https?:\/\/([\p{L}\p{N}-]+|(\d{1,3}\.){3}\d{1,3}|\[[\da-f:.]{2,45}\])(:\d{1,5})?([/?#]\S*)?$/iu
  if (inner.test(value)) return true
  return /^(https?:\/\/)?([\p{L}\p{N}-]+\.)+[\p{L}\p{N}-]{2,}(:\d{1,5})?([/?#]\S*)?$/iu.test(value)
}

/**
 * Test questions and stored runs of a data source; characters of a question that are searched; characters of an expected passage; reports of questions that found nothing,
 * of a data source and of one person in it; days whose questions without a result are counted.
 */
export const TEST_QUESTION_LIMITS = {
  questions: 200,
  runs: 100,
  searched: 1_000,
  quote: 4_000,
  reports: 500,
  reportsOfPerson: 100,
  days: 30,
} as const

/** A test question is found when its passage is among this many: what a question gets by default. */
export const FOUND_WITHIN = RETRIEVED_CHUNKS.default

export const TEST_CHANGES = ['better', 'worse', 'same'] as const
export type TestChange = (typeof TEST_CHANGES)[number]
