// Providers: where models come from, and how their hosts are reached (reading 7). For the super user alone.
import { z } from 'zod'
import { call } from './call.ts'
import { Id, Name, Nothing, Time } from './envelope.ts'
import { routes } from './routes.ts'

/** Which adapter speaks to a provider. `guide` is built in. */
export const PROVIDER_KINDS = ['guide', 'ollama', 'openai', 'anthropic', 'embedded'] as const
export type ProviderKind = (typeof PROVIDER_KINDS)[number]

/** Kinds that one may connect. */
export const CONNECTABLE = ['ollama', 'openai', 'anthropic'] as const

/** How a look at a provider's hosts went. */
export const ProviderHealth = z.object({
  ok: z.boolean(),
  version: z.string().nullable(),
  /** Why not, as a problem code and a sentence. */
  errorCode: z.string().nullable(),
  errorMessage: z.string().nullable(),
})
export type ProviderHealth = z.infer<typeof ProviderHealth>

/** One address of a provider and how it answered last. */
export const ProviderHost = ProviderHealth.extend({
  address: z.string(),
  /** Null: not asked yet. */
  checked: Time.nullable(),
})

export const Provider = z.object({
  id: z.number().int(),
  name: z.string(),
  kind: z.enum(PROVIDER_KINDS),
  /** 1 OpenAI-compatible, 2 Anthropic, 5 local. */
  providerId: z.number().int(),
  /** Several hosts that serve the same models: the least busy is asked first. */
  hosts: z.array(ProviderHost),
  /** False: prompts go to somebody else, and everybody is told so. */
  isLocal: z.boolean(),
  /** Whether a key is stored. The key itself is never told. */
  hasKey: z.boolean(),
  /** Ollama before 0.5, which still obeys mirostat, tfs_z and num_gqa. */
  oldServer: z.boolean(),
  /** Answers made at once before others wait; null: as many as its kind takes. */
  atOnce: z.number().int().nullable(),
  /** built-in · environment · configured: only what was connected here can be changed here. */
  source: z.enum(['built-in', 'environment', 'configured']),
  /** What can be done with its models from here. */
  can: z.object({ fetch: z.boolean(), load: z.boolean(), remove: z.boolean() }),
  numModels: z.number().int(),
  created: Time,
  modified: Time,
})
export type Provider = z.infer<typeof Provider>

const Address = z
  .url({ protocol: /^https?$/ })
  .max(500)
  .refine((value) => !/^[^/]*\/\/[^/]*@/.test(value), 'must not carry a user name or password')
  .refine((value) => !/[?#]/.test(value), 'must have neither a query nor a fragment')

const ProviderFields = z.object({
  name: Name,
  kind: z.enum(CONNECTABLE),
  addresses: z.array(Address).min(1).max(32),
  /**
   * Left out it stays; empty it is taken away. It goes nowhere but where it was entered for: with an address on another host
   * it has to be entered again.
   */
  apiKey: z
    .string()
    .max(2_000)
    .regex(/^[\x21-\x7e]*$/, 'must consist of letters, digits and signs without spaces')
    .optional(),
  isLocal: z.boolean(),
  oldServer: z.boolean(),
  atOnce: z.number().int().min(1).max(100_000).nullable(),
})

/** A model server that answered on this machine. */
export const FoundServer = z.object({
  address: z.string(),
  kind: z.enum(['ollama', 'openai']),
  version: z.string().nullable(),
  /** Names of the models it offers; the first hundred. */
  models: z.array(z.string()),
  /** Whether a provider has this address already. */
  connected: z.boolean(),
})
export type FoundServer = z.infer<typeof FoundServer>

const ById = z.object({ id: Id })
const one = z.object({ provider: Provider })

export const providers = {
  list: call(routes.providers.list, {
    summary: 'The providers with their hosts, how these answered last, and never a key',
    permission: 'can_deploy_model',
    data: z.object({
      Providers: z.array(Provider),
      /** Whether models can run on the server itself: `missing` without node-llama-cpp, `off` by configuration. */
      embedded: z.enum(['ready', 'missing', 'off']),
    }),
  }),
  get: call(routes.providers.get, {
    summary: 'A provider',
    permission: 'can_deploy_model',
    params: ById,
    data: one,
    problems: ['NOT_FOUND'],
  }),
  create: call(routes.providers.create, {
    summary:
      'Connect a provider; its models are looked up at once. Without a name and `isLocal` both follow from its addresses',
    sessionOnly: true,
    permission: 'can_deploy_model',
    status: 201,
    bodySchema: ProviderFields.extend({
      name: Name.optional(),
      isLocal: z.boolean().optional(),
      oldServer: ProviderFields.shape.oldServer.default(false),
      atOnce: ProviderFields.shape.atOnce.default(null),
    }),
    data: one,
    problems: ['PROVIDER_TAKEN'],
  }),
  update: call(routes.providers.update, {
    summary: 'Change a provider; its kind stays',
    sessionOnly: true,
    permission: 'can_deploy_model',
    params: ById,
    bodySchema: ProviderFields.partial().extend({ ifModified: Time.optional() }),
    data: one,
    problems: ['NOT_FOUND', 'PERMISSION_DENIED', 'PROVIDER_TAKEN', 'CONFLICT'],
  }),
  remove: call(routes.providers.remove, {
    summary: 'Disconnect a provider: its models are gone from the lists, answers they gave stay',
    sessionOnly: true,
    permission: 'can_deploy_model',
    params: ById,
    data: Nothing,
    problems: ['NOT_FOUND', 'PERMISSION_DENIED'],
  }),
  find: call(routes.providers.find, {
    summary:
      'Look for model servers on this machine: at the loopback addresses of the configuration (`localServers`), two seconds at most',
    permission: 'can_deploy_model',
    data: z.object({ servers: z.array(FoundServer) }),
  }),
  test: call(routes.providers.test, {
    summary:
      'Ask addresses whether they answer, before or after they are stored; with `id`, a key left out is the stored one, for hosts that have it already',
    permission: 'can_deploy_model',
    bodySchema: ProviderFields.pick({ kind: true, addresses: true, apiKey: true }).extend({
      id: z.number().int().positive().optional(),
    }),
    data: z.object({
      hosts: z.array(ProviderHost),
      /** Names of models that the hosts offer; the first hundred. */
      models: z.array(z.string()),
    }),
    problems: ['NOT_FOUND'],
  }),
} as const
