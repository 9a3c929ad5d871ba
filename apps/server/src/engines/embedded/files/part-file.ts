// What was fetched of a file so far: it stays when the fetch breaks off, together with a note that tells what it is a part of.
import { createHash, type Hash } from 'node:crypto'
import { constants } from 'node:fs'
import { open, readFile, rename, writeFile, type FileHandle } from 'node:fs/promises'
import { dirname } from 'node:path'
import { z } from 'zod'
import { unlinkIfThere } from './folder.ts'

const CHUNK_BYTES = 256 * 1024

const partNote = z.object({
  address: z.string(),
  /** Of the whole file, as the catalogue says. */
  sha256: z.string(),
  etag: z.string().optional(),
  modified: z.string().optional(),
})

/** What this is a part of, and what the server said of it: by that the server tells whether it is still the same. */
export type PartNote = z.infer<typeof partNote>

/** A part on the disk, and the SHA-256 of its bytes as they were written. */
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

  /** Opens what is there, or makes an empty part. `catchUp` comes before anything is added. */
  static async open(path: string): Promise<PartFile> {
    const flags = constants.O_RDWR | constants.O_CREAT | (constants.O_NOFOLLOW ?? 0)
    const file = await open(path, flags, 0o644)
    return new PartFile(path, file, (await file.stat()).size)
  }

  get size(): number {
    return this.#size
  }

  /** Reckons the checksum of what is there, telling now and then how far it is. */
  async *catchUp(signal: AbortSignal): AsyncIterable<number> {
    const buffer = Buffer.allocUnsafe(CHUNK_BYTES)
    while (this.#hashed < this.#size) {
      signal.throwIfAborted()
      const { bytesRead } = await this.#file.read(buffer, 0, CHUNK_BYTES, this.#hashed)
      // Somebody made it shorter meanwhile: what follows begins where it ends.
      if (bytesRead === 0) break
      this.#hash.update(buffer.subarray(0, bytesRead))
      this.#hashed += bytesRead
      yield this.#hashed
    }
    this.#size = this.#hashed
  }

  /** Adds bytes; of a disk that is full as many as fit. */
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

  /** Throws away what is there. */
  async restart(): Promise<void> {
    await this.#file.truncate(0)
    this.#hash = createHash('sha256')
    this.#size = 0
    this.#hashed = 0
  }

  /** The first bytes. */
  async head(length: number): Promise<string> {
    const buffer = Buffer.alloc(length)
    const { bytesRead } = await this.#file.read(buffer, 0, length, 0)
    return buffer.toString('latin1', 0, bytesRead)
  }

  /** In hexadecimal, of everything that is there. */
  checksum(): string {
    return this.#hash.copy().digest('hex')
  }

  async readNote(): Promise<PartNote | undefined> {
    try {
      const read: unknown = JSON.parse(await readFile(noteOf(this.#path), 'utf8'))
      return partNote.safeParse(read).data
    } catch {
      // None, or one that a crash left half written: the checksum tells whether the part fits all the same.
      return undefined
    }
  }

  writeNote(note: PartNote): Promise<void> {
    return writeFile(noteOf(this.#path), JSON.stringify(note))
  }

  /** Puts the whole file in its place, so that it is there after a crash too. */
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

/** Where the part of a file lies while it is fetched. */
export function partOf(path: string): string {
  return `${path}.part`
}

function noteOf(partPath: string): string {
  return `${partPath}.json`
}

/** Removes what was fetched of a file. */
export async function removePart(path: string): Promise<void> {
  await unlinkIfThere(partOf(path))
  await unlinkIfThere(noteOf(partOf(path)))
}
