// Providers: the sources of models and their hosts (MODEL-1, MODEL-8). Only for the super user.
import { z } from 'zod'
import { call } from './call.ts'
import { Id, Name, Nothing, Time } from './envelope.ts'
import { list } from './list.ts'
import { routes } from './routes.ts'

/** The adapter of a provider. `guide` is built in. */
export const PROVIDER_KINDS = ['guide', 'ollama', 'openai', 'anthropic', 'embedded'] as const
export type ProviderKind = (typeof PROVIDER_KINDS)[number]

/** Kinds that the super user can connect. */
export const CONNECTABLE = ['ollama', 'openai', 'anthropic'] as const

/** Result of a health check of a provider's hosts. */
export const ProviderHealth = z.object({
  ok: z.boolean(),
  version: z.string().nullable(),
  /** The reason for a failure, as a problem code and a sentence. */
  errorCode: z.string().nullable(),
  errorMessage: z.string().nullable(),
})
export type ProviderHealth = z.infer<typeof ProviderHealth>

/** A host of a provider and the result of its last check. */
export const ProviderHost = ProviderHealth.extend({
  address: z.string(),
  /** Null when not checked yet. */
  checked: Time.nullable(),
})

export const Provider = z.object({
  id: z.number().int(),
  name: z.string(),
  kind: z.enum(PROVIDER_KINDS),
  /** 1 OpenAI-compatible, 2 Anthropic, 5 local. */
  providerId: z.number().int(),
  /** Hosts that serve the same models; the least busy one gets the next request. */
  hosts: z.array(ProviderHost),
  /** False when prompts are sent to a third party; the page shows this to all users. */
  isLocal: z.boolean(),
  /** Whether a key is stored. The API never returns the key. */
  hasKey: z.boolean(),
  /** Ollama before 0.5, which still supports mirostat, tfs_z and num_gqa. */
  oldServer: z.boolean(),
  /** Maximum parallel answers; others queue. Null: the default of its kind. */
  atOnce: z.number().int().nullable(),
  /** built-in · environment · configured: only `configured` ones can be changed here. */
  source: z.enum(['built-in', 'environment', 'configured']),
  /** What can be done with its models here. */
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
  addresses: list(Address, 32).min(1),
  /**
   * Omitted: unchanged; empty: removed. The key is bound to its host: a change of the address to another host needs the key
   * again.
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

/** A model server found on this machine. */
export const FoundServer = z.object({
  address: z.string(),
  kind: z.enum(['ollama', 'openai']),
  version: z.string().nullable(),
  /** Names of its models; at most 100. */
  models: z.array(z.string()),
  /** Whether a provider with this address exists already. */
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
      /** Whether the server itself can run models: `missing` without node-llama-cpp, `off` by configuration. */
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
      /** Names of the hosts' models; at most 100. */
      models: z.array(z.string()),
    }),
    problems: ['NOT_FOUND'],
  }),
} as const
