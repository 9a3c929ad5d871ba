import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto'
import {
  chmodSync,
  closeSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'

const KEY_FILE = 'secret.key'
const KEY_BYTES = 32
const IV_BYTES = 12
const TAG_BYTES = 16
const VERSION = 'v1:'

/** A secret that cannot be read, in a sentence for the terminal. */
export class SecretsError extends Error {}

/** What this installation keeps secret: values at rest, and tokens that people hold. */
export interface Secrets {
  /** Encrypts a text for the database: AES-256-GCM, with its version in front. Each call gives another value. */
  encrypt(text: string): string
  /** @throws SecretsError when the value was encrypted under another key, or changed since. */
  decrypt(value: string): string
  /** The SHA-256 under which a token of high entropy is stored and looked up. */
  digest(token: string): Buffer
  /** A random token of so many bytes (32 unless told) in base64url. */
  randomToken(bytes?: number): string
}

/**
 * Opens the secrets under the configured secret, or else under the key file that the data directory gets on the first start
 * (reading 9). The file appears whole or not at all, and only this account may read it.
 * @throws SecretsError when the key file is damaged or cannot be read or made.
 */
export function openSecrets(given: { secret?: string | undefined; dataDir: string }): Secrets {
  const source = given.secret === undefined ? keyFile(given.dataDir) : Buffer.from(given.secret)
  const key = Buffer.from(hkdfSync('sha256', source, '', 'polylogue secrets at rest', KEY_BYTES))
  return {
    encrypt: (text) => encrypt(key, text),
    decrypt: (value) => decrypt(key, value),
    digest: (token) => createHash('sha256').update(token).digest(),
    randomToken: (bytes = 32) => randomBytes(bytes).toString('base64url'),
  }
}

/**
 * Derives the key with which backups are sealed. Undefined while there is no secret: none is made, so that a restore waits
 * for the one that its backup was sealed with.
 * @throws SecretsError when the key file is damaged
 */
export function backupSealKey(given: { secret?: string | undefined; dataDir: string }): Buffer | undefined {
  const source =
    given.secret === undefined ? readKey(join(given.dataDir, KEY_FILE)) : Buffer.from(given.secret)
  return source && Buffer.from(hkdfSync('sha256', source, '', 'polylogue backup seal', KEY_BYTES))
}

function encrypt(key: Buffer, text: string): string {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, iv, { authTagLength: TAG_BYTES })
  const sealed = Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
  return VERSION + sealed.toString('base64url')
}

function decrypt(key: Buffer, value: string): string {
  const sealed = Buffer.from(value.slice(VERSION.length), 'base64url')
  if (!value.startsWith(VERSION) || sealed.length < IV_BYTES + TAG_BYTES)
    throw new SecretsError('A stored secret has a form that this version does not know.')
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, IV_BYTES), {
    authTagLength: TAG_BYTES,
  })
  decipher.setAuthTag(sealed.subarray(-TAG_BYTES))
  try {
    return decipher.update(sealed.subarray(IV_BYTES, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
  } catch (error) {
    throw new SecretsError(
      `A stored secret cannot be read with this key. Start with the POLYLOGUE_SECRET, or the ${KEY_FILE} of the data directory, under which it was stored.`,
      { cause: error },
    )
  }
}

function keyFile(dataDir: string): Buffer {
  const path = join(dataDir, KEY_FILE)
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    return readKey(path) ?? makeKey(dataDir, path)
  } catch (error) {
    if (error instanceof SecretsError) throw error
    throw new SecretsError(`The key file ${path} cannot be read or made: ${message(error)}.`, {
      cause: error,
    })
  }
}

function readKey(path: string): Buffer | undefined {
  const text = readIfThere(path)
  if (text === undefined) return undefined
  const key = Buffer.from(text.trim(), 'hex')
  if (key.length !== KEY_BYTES)
    throw new SecretsError(`The key file ${path} is damaged. Bring it back from your backup.`)
  if ((statSync(path).mode & 0o077) !== 0) chmodSync(path, 0o600)
  return key
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (isCode(error, 'ENOENT')) return undefined
    throw error
  }
}

/** Written whole beside its place, then linked there: of two first starts at once, both end with the same key. */
function makeKey(dataDir: string, path: string): Buffer {
  const draft = join(dataDir, `${KEY_FILE}.${randomBytes(6).toString('hex')}`)
  try {
    const file = openSync(draft, 'wx', 0o600)
    writeSync(file, `${randomBytes(KEY_BYTES).toString('hex')}\n`)
    fsyncSync(file)
    closeSync(file)
    place(draft, path)
    syncDirectory(dataDir)
  } finally {
    rmSync(draft, { force: true })
  }
  const key = readKey(path)
  if (!key) throw new SecretsError(`The key file ${path} vanished while it was made.`)
  return key
}

function place(draft: string, path: string): void {
  try {
    linkSync(draft, path)
  } catch (error) {
    if (isCode(error, 'EEXIST')) return
    // A file system without hard links.
    renameSync(draft, path)
  }
}

function syncDirectory(path: string): void {
  const directory = openSync(path, 'r')
  fsyncSync(directory)
  closeSync(directory)
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}

function message(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
