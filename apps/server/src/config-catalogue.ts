// The schema of an entry in the catalogue of embedded models in the configuration file.
import { z } from 'zod'

/** Family and tag form a file name: valid on every file system, and unambiguous. */
const namePart = z
  .string()
  .regex(
    /^[a-zA-Z0-9](?:[a-zA-Z0-9._]|-(?!-)){0,78}[a-zA-Z0-9]$|^[a-zA-Z0-9]$/,
    'must be letters, digits, “.”, “_” and single “-”, 80 at most',
  )

const webAddress = z
  .url({ protocol: /^https?$/ })
  .max(2_000)
  .refine((value) => !/^[^/]*\/\/[^/]*@/.test(value), 'must have no user name')

const bytes = z.number().int().positive().max(1_000_000_000_000)

export const catalogueEntrySchema = z.strictObject({
  family: namePart,
  tag: namePart,
  /** The display name; default `family:tag`. */
  title: z.string().trim().min(1).max(100).optional(),
  /** In billions. */
  parameters: z.number().positive().max(2_000),
  licence: z.strictObject({
    /** An SPDX identifier or the licence's name. */
    name: z.string().trim().min(1).max(100),
    address: webAddress.optional(),
  }),
  /** The size of the file, if known. A different size is refused before the download starts. */
  sizeBytes: bytes.optional(),
  /** The memory needed with a context of ordinary length; by default estimated from the file size. */
  memoryBytes: bytes.optional(),
  /** The context length in training, in tokens. */
  contextLength: z.number().int().min(1).max(100_000_000),
  capabilities: z.array(z.enum(['chat', 'thinking', 'tools', 'embeddings'])).min(1),
  /** The download URL of the file. */
  address: webAddress,
  /** The SHA-256 of the file, in hexadecimal. */
  sha256: z
    .string()
    .regex(/^[0-9a-fA-F]{64}$/, 'must be 64 hexadecimal digits')
    .toLowerCase(),
})
