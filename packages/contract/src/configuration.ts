// What the configuration file can say, with the values in effect.
import { z } from 'zod'
import { call } from './call.ts'
import { CONFIGURATION_GROUPS } from './configuration-groups.ts'
import { routes } from './routes.ts'

/** How a value is entered; all but `lines` (a list of texts) derive from the key's schema. */
const Form = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('switch') }),
  z.object({ kind: z.literal('number'), min: z.number(), max: z.number() }),
  z.object({ kind: z.literal('choice'), choices: z.array(z.string()) }),
  z.object({ kind: z.literal('choices'), choices: z.array(z.string()) }),
  z.object({ kind: z.literal('lines') }),
])
export type ConfigurationForm = z.infer<typeof Form>

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
  /** `page`: the super user changed it while the server ran. */
  source: z.enum(['default', 'file', 'environment', 'page']),
  /** The environment variable that sets it; null for none. */
  variable: z.string().nullable(),
  /** How it is changed in the page; null for a key that only the file or the environment changes. */
  form: Form.nullable(),
})
export type ConfigurationValue = z.infer<typeof ConfigurationValue>

export const Configuration = z.object({
  /** The configuration file of the server that replies, which need not exist. */
  path: z.string(),
  values: z.array(ConfigurationValue),
})
export type Configuration = z.infer<typeof Configuration>

export const configuration = {
  get: call(routes.configuration.get, {
    summary:
      'What the configuration file can say, with the values in effect and where they come from; without secrets. For the super user',
    permission: 'can_view_system',
    data: z.object({ configuration: Configuration }),
  }),
  update: call(routes.configuration.update, {
    summary:
      'Change a value while the server runs, on all servers; null brings the default back. Keys of the file or the environment stay. For the super user',
    permission: 'can_view_system',
    sessionOnly: true,
    bodySchema: z.object({ key: z.string().max(200), value: z.unknown() }),
    data: z.object({ configuration: Configuration }),
    problems: ['CONFIGURATION_FIXED'],
  }),
} as const
