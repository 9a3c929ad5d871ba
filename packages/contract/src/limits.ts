// Limits for sizes and types of input (LIMIT-6).

/** Maximum length of a prompt, in characters. */
export const PROMPT_LIMIT = 1_000_000

/** Maximum number of turns that show an earlier version; no more turns are sent to a model. */
export const SHOWN_LIMIT = 200

/** Allowed types of attachments, grouped by how they are processed (FILE-1). */
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

/** Types for models without image input: their text is sent, also that of an SVG. */
export const TEXT_MODEL_TYPES = [...DOCUMENT_TYPES, 'image/svg+xml'] as const
export const MULTIMODAL_TYPES = [...DOCUMENT_TYPES, ...IMAGE_TYPES] as const

/** Default maximum bytes of one attachment, and maximum attachments per message. */
export const ATTACHMENT_LIMITS = { bytes: 10_000_000, count: 10 } as const

/** Bounds of the text of a scan: more than all files of a question may have together, and pages of one document. */
export const RECOGNIZED_LIMITS = { characters: 2_000_100, pages: 500 } as const

/** Upper bound of the decoded bytes of a profile picture (ACCOUNT-6). */
export const PICTURE_LIMIT = 512_000

/** Maximum prompts of a replay: earlier messages, and saved prompts. */
export const REPLAY_LIMITS = { messages: 500, savedPrompts: 50 } as const

/** Maximum characters of one text to translate; the page cuts longer ones. */
export const TRANSLATE_LIMIT = 20_000

/** Most days that a reply about usage has. */
export const USAGE_DAYS = 366
