// An entry of the catalogue of embedded models, as it may stand in the configuration file. The engine receives it checked.
import { z } from 'zod'

/** Family and tag become a file's name, so that they are safe on every file system and can be told apart in it. */
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
  /** As people read it; `family:tag` unless told. */
  title: z.string().trim().min(1).max(100).optional(),
  /** Billions of parameters. */
  parameters: z.number().positive().max(2_000),
  licence: z.strictObject({
    /** An SPDX identifier, or the licence's name. */
    name: z.string().trim().min(1).max(100),
    address: webAddress.optional(),
  }),
  /** Of the file, where it is known: another size is refused before anything is fetched. */
  sizeBytes: bytes.optional(),
  /** What it needs in memory with a context of ordinary length; estimated of the size unless told. */
  memoryBytes: bytes.optional(),
  /** Tokens it was trained for. */
  contextLength: z.number().int().min(1).max(100_000_000),
  capabilities: z.array(z.enum(['chat', 'thinking', 'tools', 'embeddings'])).min(1),
  /** Where the file is fetched. */
  address: webAddress,
  /** SHA-256 of the file, in hexadecimal. */
  sha256: z
    .string()
    .regex(/^[0-9a-fA-F]{64}$/, 'must be 64 hexadecimal digits')
    .toLowerCase(),
})
