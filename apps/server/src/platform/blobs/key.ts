import { randomBytes } from 'node:crypto'

/** Returns a new key: 128 random bits in hexadecimal. */
export function newBlobKey(): string {
  return randomBytes(16).toString('hex')
}

/** Returns whether a name has the form of a key; a folder or bucket may contain other names. */
export function isBlobKey(name: string): boolean {
  return /^[0-9a-f]{32}$/.test(name)
}

/** Returns the name of the mark of a database; not the form of a key. */
export const nameOfMark = (id: string): string => `media-store-${id}`

/** What a mark says to somebody who finds it. */
export const MARK_TEXT =
  'These are the files of a Polylogue installation. Its database has the id in the name of this file: keep it with the others.\n'
