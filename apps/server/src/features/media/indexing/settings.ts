// Matches the chunks of a document with what people set for them, by their texts. Pure.
import { createHash } from 'node:crypto'

/** A person's setting of a chunk. */
export interface ChunkSetting {
  /** Whether it is excluded from searches. */
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

/** Returns the key of a text. It is trimmed, because the white space around it depends on its neighbours. */
export function keyOf(text: string): Pick<StoredSetting, 'hash' | 'length'> {
  const plain = text.trim()
  return { hash: createHash('sha256').update(plain).digest(), length: plain.length }
}

/** Returns a function that returns the setting of a text. */
export function settingsBy(stored: readonly StoredSetting[]): (text: string) => ChunkSetting {
  const lengths = new Set(stored.map(({ length }) => length))
  const known = new Map(stored.map(({ hash, isOff, note }) => [hash.toString('base64'), { isOff, note }]))
  return (text) => {
    if (!lengths.has(text.trim().length)) return UNSET
    return known.get(keyOf(text).hash.toString('base64')) ?? UNSET
  }
}
