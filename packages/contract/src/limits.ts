// How much may be sent, and of which kind (chat specification, section 9).

/** How long a prompt may be, in characters. */
export const PROMPT_LIMIT = 1_000_000

/** How many turns may show an earlier version at once: no more of them are sent to a model. */
export const SHOWN_LIMIT = 200

/** What may be attached, by what becomes of it (chat specification, section 9). */
export const IMAGE_TYPES = ['image/jpeg', 'image/png', 'image/gif', 'image/webp', 'image/svg+xml'] as const
export const DOCUMENT_TYPES = [
  'text/plain',
  'text/markdown',
  'text/csv',
  'text/html',
  'application/pdf',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  'application/vnd.oasis.opendocument.text',
  'application/vnd.oasis.opendocument.spreadsheet',
  'application/vnd.oasis.opendocument.presentation',
  'application/rtf',
] as const

/** Types that a model takes which does not see pictures: of these the text is sent, of an SVG too. */
export const TEXT_MODEL_TYPES = [...DOCUMENT_TYPES, 'image/svg+xml'] as const
export const MULTIMODAL_TYPES = [...DOCUMENT_TYPES, ...IMAGE_TYPES] as const

/** Bytes one attachment may have unless the installation says otherwise, and how many there may be in one message. */
export const ATTACHMENT_LIMITS = { bytes: 10_000_000, count: 10 } as const

/** Decoded bytes of a profile picture stay below this (shell specification, sections 5 and 9). */
export const PICTURE_LIMIT = 512_000
