import { randomBytes } from 'node:crypto'

/** A new key: 128 random bits in hexadecimal. */
export function newBlobKey(): string {
  return randomBytes(16).toString('hex')
}

/** Whether a name has the form of a key; a folder or a bucket may hold others. */
export function isBlobKey(name: string): boolean {
  return /^[0-9a-f]{32}$/.test(name)
}
