// Reads a backup file as untrusted input.
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { z } from 'zod'
import {
  BackupError,
  beginningSchema,
  blobSchema,
  endSchema,
  FORMAT_VERSION,
  type Header,
  headerSchema,
  type Row,
  sectionSchema,
  type TableInFile,
} from './format.ts'
import { altered, cut, foreign, foreignSeal, keyless, proofless } from './refusals.ts'
import { isSameProof, proofOf, readSeal } from './seal.ts'

const BATCH_ROWS = 500
const BATCH_BYTES = 1_000_000

export type Piece =
  | { readonly kind: 'rows'; readonly table: TableInFile; readonly rows: readonly Row[] }
  | { readonly kind: 'blob'; readonly key: string; readonly bytes: Buffer }

export interface Opening {
  readonly path: string
  /** Verifies the origin of a backup; undefined without a secret. */
  readonly key: Buffer | undefined
  /** Accepts a backup without a proof of origin. */
  readonly unproven: boolean
  /** Checks the header; throws to refuse it. */
  look(header: Header): void
}

export interface BackupFile {
  readonly header: Header
  /** Whether the file was sealed with the key. Valid only after `pieces` has ended. */
  readonly proven: () => boolean
  /**
   * Yields the contents in order, once. They are valid only after the iteration has ended, since the checksum is verified
   * there.
   * @throws BackupError when the file is truncated or altered
   */
  pieces(): AsyncGenerator<Piece>
}

/**
 * Opens a backup file and reads its header. Read or abandon the contents, so that the file is closed.
 * @throws BackupError when the file is missing, no backup, truncated, of a newer version, or of unproven origin
 */
export async function openBackup(opening: Opening): Promise<BackupFile> {
  const { path, look } = opening
  const size = await sizeOf(path)
  const state: { found?: OriginSeal; proven: boolean } = { proven: false }
  const lines = readLines(
    path,
    sealed(path, size, (found) => (state.found = found)),
  )
  try {
    const first = await lines.next()
    if (first.done) throw foreign(path)
    const header = headerOf(path, first.value)
    const seal = await readSeal(path)
    if (seal === undefined) throw cut(path)
    look(header)
    if (!opening.unproven && opening.key === undefined) throw keyless(path)
    if (!opening.unproven && seal.proof === undefined) throw proofless(path)
    const pieces = async function* () {
      yield* new Pieces(path, header, lines).all()
      state.proven = isProven(opening, state.found)
    }
    return { header, proven: () => state.proven, pieces }
  } catch (error) {
    await lines.return()
    // A corrupted byte may look like another version.
    throw (await isBroken(path, size)) ? altered(path, error) : error
  }
}

/**
 * Returns whether the origin of a completely read file is proven; `found` is undefined when the data ended before the seal.
 * @throws BackupError when a proof is required and missing
 */
function isProven({ path, key, unproven }: Opening, found: OriginSeal | undefined): boolean {
  if (found === undefined) throw altered(path)
  const { sum, proof } = found
  const proven = key !== undefined && proof !== undefined && isSameProof(proof, proofOf(key, sum))
  if (!proven && !unproven) throw foreignSeal(path)
  return proven
}

/** Returns whether there is a seal that does not match the bytes. */
async function isBroken(path: string, size: number): Promise<boolean> {
  if ((await readSeal(path)) === undefined) return false
  try {
    for await (const _ of sealed(path, size, () => undefined));
    return false
  } catch {
    return true
  }
}

async function sizeOf(path: string): Promise<number> {
  const found = await stat(path).catch((error: unknown) => {
    throw new BackupError(`There is no file ${path} that can be read.`, error)
  })
  if (!found.isFile()) throw new BackupError(`${path} is not a file.`)
  return found.size
}

function headerOf(path: string, line: string): Header {
  const value = parsed(line)
  const beginning = beginningSchema.safeParse(value)
  if (!beginning.success) throw foreign(path)
  const { version, product } = beginning.data
  if (version > FORMAT_VERSION)
    throw new BackupError(
      `The backup ${path} was made by version ${product}, whose files this version cannot read. Nothing was changed. Install that version.`,
    )
  const header = headerSchema.safeParse(value)
  if (!header.success) throw altered(path, header.error)
  return header.data
}

async function* readLines(path: string, packed: AsyncGenerator<Buffer>): AsyncGenerator<string, void> {
  const gunzip = createGunzip()
  // Earlier errors also appear on gunzip, which is read below.
  pipeline(Readable.from(packed), gunzip).catch(() => undefined)
  let rest: Buffer[] = []
  try {
    for await (const piece of gunzip as AsyncIterable<Buffer>) {
      let from = 0
      for (let end = piece.indexOf(10); end >= 0; end = piece.indexOf(10, from)) {
        rest.push(piece.subarray(from, end))
        from = end + 1
        yield (rest.length === 1 && rest[0] ? rest[0] : Buffer.concat(rest)).toString()
        rest = []
      }
      if (from < piece.length) rest.push(piece.subarray(from))
    }
  } catch (error) {
    throw readingFailed(path, error)
  } finally {
    gunzip.destroy()
  }
  if (rest.length > 0) throw altered(path)
}

/** The origin data at the end of a file. */
interface OriginSeal {
  /** The SHA-256 of the data. */
  readonly sum: Buffer
  readonly proof: string | undefined
}

/**
 * Yields the bytes before the seal (all bytes without one), verifies the seal, then calls `onFound`. An error here may arrive
 * before the consumer's own errors, so it must concern only the seal.
 */
async function* sealed(
  path: string,
  size: number,
  onFound: (found: OriginSeal) => void,
): AsyncGenerator<Buffer> {
  const hash = createHash('sha256')
  const seal = await readSeal(path)
  const end = size - (seal?.bytes ?? 0)
  if (end > 0)
    for await (const bytes of createReadStream(path, { end: end - 1, highWaterMark: 262_144 })) {
      hash.update(bytes as Buffer)
      yield bytes as Buffer
    }
  if (seal === undefined) return
  const sum = hash.copy().digest()
  if (seal.sum !== hash.update(seal.proofPart).digest('hex')) throw altered(path)
  onFound({ sum, proof: seal.proof })
}

class Pieces {
  readonly #path: string
  readonly #header: Header
  readonly #lines: AsyncGenerator<string, void>
  readonly #counts = { rows: 0, blobs: 0, bytes: 0 }

  constructor(path: string, header: Header, lines: AsyncGenerator<string, void>) {
    this.#path = path
    this.#header = header
    this.#lines = lines
  }

  async *all(): AsyncGenerator<Piece> {
    try {
      for (const table of this.#header.tables) yield* this.#tableRows(table)
      for (;;) {
        const line = await this.#next()
        const blob = blobSchema.safeParse(parsed(line))
        if (!blob.success) return await this.#end(line)
        yield await this.#blob(blob.data)
      }
    } finally {
      await this.#lines.return()
    }
  }

  async *#tableRows(table: TableInFile): AsyncGenerator<Piece> {
    if (this.#as(sectionSchema, await this.#next()).table !== table.name) throw altered(this.#path)
    let rows: Row[] = []
    let bytes = 0
    for (let index = 0; index < table.rows; index += 1) {
      const line = await this.#next()
      rows.push(this.#row(line, table.columns.length))
      bytes += line.length
      if (rows.length < BATCH_ROWS && bytes < BATCH_BYTES && index + 1 < table.rows) continue
      yield { kind: 'rows', table, rows }
      rows = []
      bytes = 0
    }
    this.#counts.rows += table.rows
  }

  #row(line: string, width: number): Row {
    const row = parsed(line)
    const fits = Array.isArray(row) && row.length === width
    if (!fits || !row.every((value) => value === null || typeof value === 'string')) throw altered(this.#path)
    return row as Row
  }

  async #blob({ blob: key, size, sha256 }: z.infer<typeof blobSchema>): Promise<Piece> {
    const chunks: Buffer[] = []
    for (let length = 0; length < size;) {
      const chunk = Buffer.from(this.#as(z.string().min(1), await this.#next()), 'base64')
      chunks.push(chunk)
      length += chunk.length
    }
    const bytes = Buffer.concat(chunks)
    if (bytes.length !== size || createHash('sha256').update(bytes).digest('hex') !== sha256)
      throw altered(this.#path)
    this.#counts.blobs += 1
    this.#counts.bytes += size
    return { kind: 'blob', key, bytes }
  }

  async #end(line: string): Promise<void> {
    const { end } = this.#as(endSchema, line)
    const { rows, blobs, bytes } = this.#counts
    const same = end.rows === rows && end.blobs === blobs && end.bytes === bytes
    if (!same) throw altered(this.#path)
    if (!(await this.#lines.next()).done) throw altered(this.#path)
  }

  async #next(): Promise<string> {
    const next = await this.#lines.next()
    if (next.done) throw altered(this.#path)
    return next.value
  }

  #as<T>(schema: z.ZodType<T>, line: string): T {
    const found = schema.safeParse(parsed(line))
    if (!found.success) throw altered(this.#path, found.error)
    return found.data
  }
}

/** Returns undefined for invalid JSON. */
function parsed(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}

function readingFailed(path: string, error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const code = 'code' in error ? error.code : undefined
  if (code === 'EACCES') return new BackupError(`The file ${path} may not be read.`, error)
  if (code === 'Z_BUF_ERROR') return cut(path, error)
  if (code === 'Z_DATA_ERROR' && /header/.test(error.message)) return foreign(path, error)
  return typeof code === 'string' && code.startsWith('Z_') ? altered(path, error) : error
}
