// A message on its way: stored beside the draft until the server has it, so that a reload or a crash does not lose it.
import { readDraft, writeDraft } from '../../../lib/drafts.ts'
import type { Kept } from './use-words.ts'

export interface SentDraft {
  field: string
  pasted: readonly string[]
  /** Ids of the attached files, which stay stored as well. */
  files: readonly string[]
  /** Id of the newest message when it was sent; 0 for none. */
  after: number
  /** It is in the composer again, although the server may have it: there was no reply. */
  isBack: boolean
}

const placeOf = (key: string) => `${key}.sent`

export const sentOf = ({ field, pasted }: Kept, files: readonly string[], after: number): SentDraft => ({
  field,
  pasted: pasted.map(({ text }) => text),
  files,
  after,
  isBack: false,
})

/** Stores a message under the key of its draft. */
export const keepSent = (key: string, sent: SentDraft): void => writeDraft(placeOf(key), JSON.stringify(sent))

export const forgetSent = (key: string): void => writeDraft(placeOf(key), '')

/** Returns the message that is on its way, or was when the page was left. */
export function readSent(key: string): SentDraft | undefined {
  const stored = readDraft(placeOf(key))
  if (stored === '') return undefined
  try {
    return { ...sentOf({ field: '', pasted: [] }, [], 0), ...(JSON.parse(stored) as Partial<SentDraft>) }
  } catch {
    return undefined
  }
}
