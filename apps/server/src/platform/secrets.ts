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

/** A secret cannot be read: one sentence for the terminal. */
export class SecretsError extends Error {}

/** Encrypts values at rest, and creates and hashes tokens. */
export interface Secrets {
  /** Encrypts a text for the database with AES-256-GCM and a version prefix. Each call returns a different value. */
  encrypt(text: string): string
  /** @throws SecretsError when the value was encrypted with another key, or altered */
  decrypt(value: string): string
  /** Returns the SHA-256 under which a high-entropy token is stored and looked up. */
  digest(token: string): Buffer
  /** Returns a random token of `bytes` bytes (default 32) in base64url. */
  randomToken(bytes?: number): string
}

/**
 * Opens the secrets with the configured secret, or with the key file that is created in the data directory on the first
 * start (CONFIG-7). The file is created atomically and readable only by this account.
 * @throws SecretsError when the key file is damaged or cannot be read or created
 */
export function openSecrets(options: { secret?: string | undefined; dataDir: string }): Secrets {
  const source = options.secret === undefined ? keyFile(options.dataDir) : Buffer.from(options.secret)
  const key = Buffer.from(hkdfSync('sha256', source, '', 'polylogue secrets at rest', KEY_BYTES))
  return {
    encrypt: (text) => encrypt(key, text),
    decrypt: (value) => decrypt(key, value),
    digest: (token) => createHash('sha256').update(token).digest(),
    randomToken: (bytes = 32) => randomBytes(bytes).toString('base64url'),
  }
}

/** Decrypts a value; undefined when it was encrypted with another secret, as after a restore without the old one. */
export function readable(secrets: Pick<Secrets, 'decrypt'>, value: string): string | undefined {
  try {
    return secrets.decrypt(value)
  } catch (error) {
    if (error instanceof SecretsError) return undefined
    throw error
  }
}

/**
 * Derives the key that seals backups. Returns undefined without a secret and creates none, because a restore needs the one
 * that sealed the backup.
 * @throws SecretsError when the key file is damaged
 */
export function backupSealKey(options: { secret?: string | undefined; dataDir: string }): Buffer | undefined {
  const source =
    options.secret === undefined ? readKey(join(options.dataDir, KEY_FILE)) : Buffer.from(options.secret)
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

/** Writes a temporary file and hard-links it into place, so that two simultaneous first starts get the same key. */
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
    // For file systems without hard links.
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
