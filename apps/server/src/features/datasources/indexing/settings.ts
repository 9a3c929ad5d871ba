// Which chunks of a document are switched off or have a note: kept by their texts. Pure.
import { createHash } from 'node:crypto'

/** What a person set for a chunk. */
export interface ChunkSetting {
  /** It is not searched. */
  readonly isOff: boolean
  /** Text that is indexed with the chunk; empty for none. */
  readonly note: string
}

export interface StoredSetting extends ChunkSetting {
  readonly hash: Buffer
  readonly length: number
}

const UNSET: ChunkSetting = { isOff: false, note: '' }

export const isUnset = ({ isOff, note }: ChunkSetting): boolean => !isOff && note === ''

export const sameSetting = (one: ChunkSetting, other: ChunkSetting): boolean =>
  one.isOff === other.isOff && one.note === other.note

/** Returns what tells a text from others. The blanks around it depend on what follows it. */
export function keyOf(text: string): Pick<StoredSetting, 'hash' | 'length'> {
  const plain = text.trim()
  return { hash: createHash('sha256').update(plain).digest(), length: plain.length }
}

/** Returns a function for the setting of a text. */
export function settingsBy(stored: readonly StoredSetting[]): (text: string) => ChunkSetting {
  const lengths = new Set(stored.map(({ length }) => length))
  const known = new Map(stored.map(({ hash, isOff, note }) => [hash.toString('base64'), { isOff, note }]))
  return (text) => {
    if (!lengths.has(text.trim().length)) return UNSET
    return known.get(keyOf(text).hash.toString('base64')) ?? UNSET
  }
}
