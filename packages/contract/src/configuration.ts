// What the configuration file can say, with the values in effect.
import { z } from 'zod'
import { CONFIGURATION_GROUPS } from './configuration-groups.ts'

/** A key of the configuration file. */
export const ConfigurationValue = z.object({
  /** Its path, such as `limits.bodyBytes`. */
  key: z.string(),
  group: z.enum(CONFIGURATION_GROUPS),
  /** Its heading in docs/operating.md. */
  section: z.string(),
  /** As JSON, with “•••” for secrets in lists; null when it is not set, and for a secret. */
  value: z.string().nullable(),
  isSecret: z.boolean(),
  isSet: z.boolean(),
  source: z.enum(['default', 'file', 'environment']),
  /** The environment variable that sets it; null for none. */
  variable: z.string().nullable(),
})
export type ConfigurationValue = z.infer<typeof ConfigurationValue>

export const Configuration = z.object({
  /** The configuration file of the server that replies, which need not exist. */
  path: z.string(),
  values: z.array(ConfigurationValue),
})
export type Configuration = z.infer<typeof Configuration>
