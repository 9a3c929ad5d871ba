// The backup format: gzipped lines of JSON. A header; per table its name and one row per line, with values in PostgreSQL's
// text form; per medium its key and its bytes in base64; an end with counts. A seal follows (seal.ts).
import { z } from 'zod'

export const FORMAT = 'polylogue-backup'
/** Increased when older versions could no longer read the file. */
export const FORMAT_VERSION = 1

/** A backup or restore failed: one sentence for the terminal. Existing data is unchanged. */
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
  /** The next value of each identity column, by column name. */
  next: z.record(z.string(), z.string().regex(/^\d+$/)),
})

/** The part of the first line that every version, past and future, can read. */
export const beginningSchema = z.object({
  format: z.literal(FORMAT),
  version: count,
  product: z.string(),
})

export const headerSchema = beginningSchema.extend({
  /** The time of the snapshot. */
  created: z.iso.datetime(),
  /** The applied migrations, in order. */
  migrations: z
    .array(z.object({ version: count, name: z.string(), checksum: z.string() }))
    .min(1)
    .refine((all) => all.every(({ version }, index) => version === index + 1)),
  /** Referenced tables come first. */
  tables: z.array(tableSchema),
  /** The keys of media that were to be deleted at that time. The file does not contain them; a restore deletes them. */
  forgotten: z.array(z.string()).optional(),
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

/** Bytes of a medium per line; a multiple of three, so that only the last line has base64 padding. */
export const CHUNK_BYTES = 196_608
