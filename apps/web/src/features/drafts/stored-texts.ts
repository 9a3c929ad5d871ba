// Keeps the pastes of a draft, and a message on its way: it stays stored until the server has it, so that a reload or a crash does
// not lose it. Only `drafts.ts` uses this.
import { readDraft, writeDraft } from '#lib/drafts.ts'
import type { Written } from './written.ts'

export interface SentDraft extends Written {
  /** Ids of the attached files, which stay stored as well. */
  files: readonly string[]
  /** Id of the newest message when it was sent; 0 for none. */
  after: number
  /** It is in the composer again, although the server may have it: there was no reply. */
  isBack: boolean
}

/** Returns the key of the draft of a tab's message. */
export const tabDraftKey = (userId: number, tabId: number): string => `${userId}.tab.${tabId}`

const NONE: SentDraft = { field: '', pasted: [], files: [], after: 0, isBack: false }

const placeOfSent = (key: string) => `${key}.sent`

/** Stores a message under the key of its draft; undefined deletes it. */
export const writeSent = (key: string, sent: SentDraft | undefined): void =>
  writeDraft(placeOfSent(key), sent ? JSON.stringify(sent) : '')

/** Returns the message that is on its way, or was when the page was left. */
export function readSent(key: string): SentDraft | undefined {
  const stored = parsed(readDraft(placeOfSent(key))) as Partial<SentDraft> | undefined
  return stored && { ...NONE, ...stored }
}

const placeOfPasted = (key: string) => `${key}.pasted`

/** Returns the large pastes beside the field. */
export function readPasted(key: string): string[] {
  const texts = parsed(readDraft(placeOfPasted(key)))
  return Array.isArray(texts) ? texts.filter((text) => typeof text === 'string') : []
}

// Stores after the next frame: writing a megabyte is slow.
export function writePasted(key: string, texts: readonly string[]): void {
  if (texts.length === 0) writeDraft(placeOfPasted(key), '')
  else setTimeout(() => writeDraft(placeOfPasted(key), JSON.stringify(texts)))
}

/** Returns what is stored; undefined for nothing, and for what cannot be read. */
function parsed(stored: string): unknown {
  try {
    return JSON.parse(stored)
  } catch {
    return undefined
  }
}
