import { randomBytes } from 'node:crypto'

/** Returns a new key: 128 random bits in hexadecimal. */
export function newBlobKey(): string {
  return randomBytes(16).toString('hex')
}

/** Returns whether a name has the form of a key; a folder or bucket may contain other names. */
export function isBlobKey(name: string): boolean {
  return /^[0-9a-f]{32}$/.test(name)
}
