// Stores large request bodies on disk while they arrive, so that slow ones take no memory. A file is unlinked as soon as it
// is open, so that it disappears with the process.
import { randomUUID } from 'node:crypto'
import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { open, rm, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'

export interface Spool {
  /** Creates a file. @throws Problem STORAGE_FULL, or the system's error */
  create(): Promise<SpoolFile>
}

export interface SpoolFile {
  /** Appends bytes. @throws Problem STORAGE_FULL, or the system's error */
  write(piece: Uint8Array): Promise<void>
  /** Reads the whole file in chunks; each is valid until the next one. */
  read(): AsyncIterable<Buffer>
  /** Frees the space. A second call does nothing. */
  remove(): Promise<void>
}

export interface SpoolDeps {
  readonly folder: string
  /** Throws when disk space is low. */
  readonly guardWrite: () => void
}

const PIECE_BYTES = 262_144

/** Opens the folder and removes files of a killed process. */
export function openSpool({ folder, guardWrite }: SpoolDeps): Spool {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true, force: true })
  return {
    async create() {
      guardWrite()
      const path = join(folder, randomUUID())
      const handle = await open(path, 'wx+', 0o600)
      await rm(path, { force: true })
      let closed: Promise<void> | undefined
      return {
        async write(piece) {
          guardWrite()
          await handle.appendFile(piece)
        },
        read: () => piecesOf(handle),
        remove: () => (closed ??= handle.close()),
      }
    },
  }
}

async function* piecesOf(handle: FileHandle): AsyncGenerator<Buffer> {
  const buffer = Buffer.allocUnsafeSlow(PIECE_BYTES)
  for (let at = 0; ;) {
    const { bytesRead } = await handle.read(buffer, 0, PIECE_BYTES, at)
    if (bytesRead === 0) return
    at += bytesRead
    yield buffer.subarray(0, bytesRead)
  }
}
