// What a backup file is: gzip over lines of JSON. A header; each table by its name and then a row a line, its values as
// PostgreSQL writes them; each medium by its key and then its bytes in base64; an end with counts. After it
// comes a seal (seal.ts).
import { z } from 'zod'

export const FORMAT = 'polylogue-backup'
/** Raised when older versions could not read the file any more. */
export const FORMAT_VERSION = 1

/** Why a backup or a restore cannot be made: a sentence for the terminal. What was there is as it was. */
export class BackupError extends Error {
  constructor(sentence: string, cause?: unknown) {
    super(sentence, cause === undefined ? undefined : { cause })
    this.name = 'BackupError'
  }
}

const count = z.number().int().nonnegative()

const tableSchema = z.object({
  name: z.string(),
  columns: z.array(z.string()).min(1),
  rows: count,
  /** The next number of each column that counts, by the column's name. */
  next: z.record(z.string(), z.string().regex(/^\d+$/)),
})

/** The first line as far as every version, past and to come, can read it. */
export const beginningSchema = z.object({
  format: z.literal(FORMAT),
  version: count,
  product: z.string(),
})

export const headerSchema = beginningSchema.extend({
  /** The moment that the file shows. */
  created: z.iso.datetime(),
  /** The schema: what had been applied to the database, in order. */
  migrations: z
    .array(z.object({ version: count, name: z.string(), checksum: z.string() }))
    .min(1)
    .refine((all) => all.every(({ version }, index) => version === index + 1)),
  /** In an order in which no row comes before one that it refers to. */
  tables: z.array(tableSchema),
})

export const sectionSchema = z.object({ table: z.string() })
export const blobSchema = z.object({ blob: z.string(), size: count, sha256: z.string() })
export const endSchema = z.object({
  end: z.object({ rows: count, blobs: count, bytes: count }),
})

export type TableInFile = z.infer<typeof tableSchema>
export type Header = z.infer<typeof headerSchema>
export type End = z.infer<typeof endSchema>['end']

/** A row: its values as text, in the order of the table's columns. */
export type Row = readonly (string | null)[]

/** Bytes of a medium on one line; a multiple of three, so that the lines' base64 has no padding but the last. */
export const CHUNK_BYTES = 196_608
