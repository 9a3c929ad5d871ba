// The data of an import, independent of the file format. Pure.
import type { ImportedChat } from '@polylogue/contract'
import { cutText } from '@polylogue/contract/browser'
import { asText } from '#lib/json.ts'

export interface Turn {
  queryText: string
  responseText: string
  reasoningText?: string
  modelName?: string
  created?: string
  rating?: 1 | 0 | -1
  confidential?: boolean
  pictures?: Picture[]
}

/** A picture of the export; one of its ZIP file has its bytes once they are unpacked. */
export interface Picture {
  id: string
  name: string
  blob?: Blob
}

/** The pictures of an export, as far as they can be imported. */
export interface Pictures {
  /** Returns the bytes of a picture of the ZIP file; undefined for others. */
  sizeOf(id: string): number | undefined
  /** Returns the picture that an address has within it (`data:`); undefined for other addresses. */
  written(address: string): Blob | undefined
}
export const NO_PICTURES: Pictures = { sizeOf: () => undefined, written: () => undefined }

/** A chat in a file. */
export interface FoundChat {
  /** Empty if the file has no name for it. */
  name: string
  turns: Turn[]
  /** When it was begun and last changed, if the file says it. */
  created?: string
  modified?: string
}

/** Why a chat, or a list of them, is left out: no question, no messages, not a chat at all, not JSON, too large. */
export type Reason = 'empty' | 'noMessages' | 'noChat' | 'json' | 'size'

/** A chat that is left out; a file of a ZIP file if its chats are unknown. The name may be empty. */
export interface LeftOut {
  name: string
  why: Reason
}

/** The chats of a file, those left out, and the number of things left out of the others. */
export interface ImportedChats {
  chats: FoundChat[]
  left: LeftOut[]
  pictures: number
  /** Changes to documents beside a chat (canvas) that only say what they replace. */
  changes: number
  /** Kinds of contents that are unknown here, by their names in the file. */
  unread: string[]
}

export type Wrong =
  | 'type'
  | 'json'
  | 'zip'
  | 'noConversations'
  | 'unknown'
  | 'version'
  | 'size'
  | 'texts'
  | 'none'

/** Thrown for a file that cannot be imported, with the reason. */
export class WrongFile extends Error {
  readonly wrong: Wrong

  constructor(wrong: Wrong) {
    super(wrong)
    this.wrong = wrong
  }
}

export const NOTHING_FOUND = (): ImportedChats => ({
  chats: [],
  left: [],
  pictures: 0,
  changes: 0,
  unread: [],
})

/** Kinds that are listed, and characters of a name. */
const UNREAD = 20
const UNREAD_NAME = 60

/** Notes kinds of contents that are left out because they are unknown here, each once. */
export function noteUnread(found: Pick<ImportedChats, 'unread'>, kinds: readonly string[]): void {
  for (const kind of kinds.map((one) => one.slice(0, UNREAD_NAME)))
    if (kind !== '' && found.unread.length < UNREAD && !found.unread.includes(kind)) found.unread.push(kind)
}

/** Larger numbers are milliseconds: as seconds, they would be after the year 5000. */
const MOST_SECONDS = 1e11

/** Converts seconds or milliseconds since 1970 or a date text to ISO 8601; undefined for other values. */
export function timeOf(value: unknown): string | undefined {
  const date =
    typeof value === 'number' && Number.isFinite(value)
      ? new Date(value < MOST_SECONDS ? value * 1_000 : value)
      : new Date(asText(value) || Number.NaN)
  const year = Number.isNaN(date.getTime()) ? 0 : date.getUTCFullYear()
  return year >= 1970 && year < 10_000 ? date.toISOString() : undefined
}

/** Limits of the server (ImportedChat of the contract, and the size of a body). */
export const LIMITS = {
  name: 200,
  query: 1_000_000,
  response: 4_000_000,
  model: 200,
  chats: 200,
  /** Chats of their own in one request: enough requests to show how far the import is. */
  separateChats: 100,
  keys: 9_000,
  bytes: 20_000_000,
  /** Of the pictures of one question with its answer, so that they fit into one request, in base64. */
  pictures: 10,
  pictureBytes: 12_000_000,
}

/** Truncates a turn to the limits and removes null bytes, which the database refuses. */
export function fitting(turn: Turn, cut: () => void): Turn {
  const within = (text: string, most: number) => {
    // Copies only the rare text that needs it: an import has megabytes of text.
    const whole = text.includes('\u0000') ? text.replaceAll('\u0000', '') : text
    const clean = whole.isWellFormed() ? whole : whole.toWellFormed()
    if (clean.length <= most) return clean
    cut()
    return cutText(clean, most)
  }
  const reasoning = turn.reasoningText && within(turn.reasoningText, LIMITS.response)
  return {
    queryText: within(turn.queryText, LIMITS.query),
    responseText: within(turn.responseText, LIMITS.response),
    ...(reasoning ? { reasoningText: reasoning } : {}),
    ...(turn.modelName ? { modelName: within(turn.modelName, LIMITS.model) } : {}),
    ...(turn.created ? { created: turn.created } : {}),
    ...(turn.rating ? { rating: turn.rating } : {}),
    ...(turn.confidential ? { confidential: true } : {}),
    ...(turn.pictures?.length ? { pictures: turn.pictures } : {}),
  }
}

/** Chats of one request, whose pictures are not encoded yet. */
export type Batch = (Omit<ImportedChat, 'turns'> & { turns: Turn[] })[]
