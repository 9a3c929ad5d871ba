// The schema of the models that run on this machine, and of their catalogue, in the configuration file.
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

/** Models that run on this machine; needs node-llama-cpp. */
export const embedded = z
  .strictObject({
    enabled: z.boolean().default(true),
    /** Default: the number of cores minus one. */
    threads: z.number().int().min(1).max(512).optional(),
    /** Concurrent requests per model. */
    sequences: z.number().int().min(1).max(64).default(4),
    /** Memory for all models together; default four fifths of the machine's memory. */
    memoryMb: z.number().int().min(256).max(16_000_000).optional(),
    /** Context tokens per answer; the default depends on the memory. */
    contextTokens: z.number().int().min(256).max(1_048_576).optional(),
    /** The folder of the model files; default `models` in the data directory. */
    folder: z.string().min(1).max(1_000).optional(),
    /** Whether models of the built-in catalogue may be downloaded. */
    builtInCatalogue: z.boolean().default(true),
    /** Additional entries; one with the same family and tag replaces the built-in entry. */
    catalogue: z.array(catalogueEntrySchema).max(500).default([]),
  })
  .prefault({})
