// The schema of `translators` in the configuration file: the translation server, or the model that translates (decision 68).
import { z } from 'zod'
import { keySchema, serviceAddress } from './config-addresses.ts'

const named = {
  /** Shown to everybody. */
  name: z.string().trim().min(1).max(100).optional(),
  /** Prefer `apiKeyEnv`, the name of an environment variable. */
  apiKey: keySchema.max(2_000).optional(),
  apiKeyEnv: z
    .string()
    .regex(/^[A-Za-z_]\w*$/, 'must be the name of an environment variable')
    .optional(),
  /** By default derived from the host name: this machine and private networks are local. */
  isLocal: z.boolean().optional(),
}

const server = z
  .discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('libretranslate'), address: serviceAddress, ...named }),
    /** Without an address: DeepL's own, by the kind of the key. */
    z.strictObject({ kind: z.literal('deepl'), address: serviceAddress.optional(), ...named }),
  ])
  .superRefine(({ kind, apiKey, apiKeyEnv }, context) => {
    const issue = (path: string, message: string) =>
      context.addIssue({ code: 'custom', path: [path], message })
    if (apiKey !== undefined && apiKeyEnv !== undefined)
      issue('apiKeyEnv', 'cannot be combined with “apiKey”')
    if (kind === 'deepl' && apiKey === undefined && apiKeyEnv === undefined)
      issue('apiKeyEnv', 'is needed for DeepL')
  })

export const translatorsSchema = z
  .strictObject({
    server: server.optional(),
    /** The language model that translates when there is no server, as `family:tag`; default the first deployed one. */
    model: z.string().trim().min(1).max(400).optional(),
    /** Translations per minute, per person. */
    requestsPerMinute: z.number().int().min(1).max(100_000).default(60),
  })
  .prefault({})

export type TranslationServer = z.infer<typeof server>
