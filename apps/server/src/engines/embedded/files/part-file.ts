// A partial download. It stays on disk after an interruption, with a note of the file it belongs to.
import { createHash, type Hash } from 'node:crypto'
import { constants } from 'node:fs'
import { open, readFile, rename, writeFile, type FileHandle } from 'node:fs/promises'
import { dirname } from 'node:path'
import { z } from 'zod'
import { unlinkIfThere } from './folder.ts'

const CHUNK_BYTES = 256 * 1024

const partNote = z.object({
  address: z.string(),
  /** Checksum of the whole file, from the catalogue. */
  sha256: z.string(),
  etag: z.string().optional(),
  modified: z.string().optional(),
})

/** The file that the part belongs to, and the server's validators, which show whether the remote file is still the same. */
export type PartNote = z.infer<typeof partNote>

/** A partial file on disk and the running SHA-256 of its bytes. */
export class PartFile {
  readonly #path: string
  readonly #file: FileHandle
  #hash: Hash = createHash('sha256')
  #size: number
  #hashed = 0

  private constructor(path: string, file: FileHandle, size: number) {
    this.#path = path
    this.#file = file
    this.#size = size
  }

  /** Opens an existing part or creates an empty one. Call `catchUp` before `append`. */
  static async open(path: string): Promise<PartFile> {
    const flags = constants.O_RDWR | constants.O_CREAT | (constants.O_NOFOLLOW ?? 0)
    const file = await open(path, flags, 0o644)
    return new PartFile(path, file, (await file.stat()).size)
  }

  get size(): number {
    return this.#size
  }

  /** Computes the checksum of the existing bytes and yields progress. */
  async *catchUp(signal: AbortSignal): AsyncIterable<number> {
    const buffer = Buffer.allocUnsafe(CHUNK_BYTES)
    while (this.#hashed < this.#size) {
      signal.throwIfAborted()
      const { bytesRead } = await this.#file.read(buffer, 0, CHUNK_BYTES, this.#hashed)
      // Another process truncated the file meanwhile: continue where it ends.
      if (bytesRead === 0) break
      this.#hash.update(buffer.subarray(0, bytesRead))
      this.#hashed += bytesRead
      yield this.#hashed
    }
    this.#size = this.#hashed
  }

  /** Appends bytes; on a full disk, as many as fit. */
  async append(bytes: Uint8Array): Promise<void> {
    let at = 0
    while (at < bytes.length) {
      const { bytesWritten } = await this.#file.write(bytes, at, bytes.length - at, this.#size)
      this.#hash.update(bytes.subarray(at, at + bytesWritten))
      at += bytesWritten
      this.#size += bytesWritten
      this.#hashed = this.#size
    }
  }

  /** Discards the existing bytes. */
  async restart(): Promise<void> {
    await this.#file.truncate(0)
    this.#hash = createHash('sha256')
    this.#size = 0
    this.#hashed = 0
  }

  /** Returns the first bytes. */
  async head(length: number): Promise<string> {
    const buffer = Buffer.alloc(length)
    const { bytesRead } = await this.#file.read(buffer, 0, length, 0)
    return buffer.toString('latin1', 0, bytesRead)
  }

  /** Returns the SHA-256 of all bytes, in hexadecimal. */
  checksum(): string {
    return this.#hash.copy().digest('hex')
  }

  async readNote(): Promise<PartNote | undefined> {
    try {
      const read: unknown = JSON.parse(await readFile(noteOf(this.#path), 'utf8'))
      return partNote.safeParse(read).data
    } catch {
      // The note is missing or a crash truncated it: the checksum decides whether the part matches.
      return undefined
    }
  }

  writeNote(note: PartNote): Promise<void> {
    return writeFile(noteOf(this.#path), JSON.stringify(note))
  }

  /** Moves the complete file into place, durably (it survives a crash). */
  async moveTo(path: string): Promise<void> {
    await this.#file.sync()
    await rename(this.#path, path)
    const folder = await open(dirname(path), 'r')
    try {
      await folder.sync()
    } finally {
      await folder.close()
    }
    await unlinkIfThere(noteOf(this.#path))
  }

  close(): Promise<void> {
    return this.#file.close()
  }
}

/** Returns the path of the part of a file. */
export function partOf(path: string): string {
  return `${path}.part`
}

function noteOf(partPath: string): string {
  return `${partPath}.json`
}

/** Removes the partial download of a file. */
export async function removePart(path: string): Promise<void> {
  await unlinkIfThere(partOf(path))
  await unlinkIfThere(noteOf(partOf(path)))
}
