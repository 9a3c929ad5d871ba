// The configuration file: what may stand in it and what counts where it says nothing (reading 9).
import { isIP } from 'node:net'
import { ATTACHMENT_LIMITS, MULTIMODAL_TYPES, TEXT_MODEL_TYPES } from '@polylogue/contract'
import { z } from 'zod'
import { catalogueEntrySchema } from './config-catalogue.ts'
import { largestUpload, memoryForRequests } from './platform/machine-memory.ts'

const whole = (min: number, max: number, standard: number) =>
  z.number().int().min(min).max(max).default(standard)

/** On a machine with little memory, less than 600 MB. */
const mostForQuestions = () => Math.min(600_000_000, memoryForRequests())

const limits = z
  .strictObject({
    /** Bytes of a plain JSON body, and of one that carries files. */
    bodyBytes: whole(10_000, 100_000_000, 1_000_000),
    uploadBytes: whole(100_000, 1_000_000_000, 150_000_000),
    /** Bytes of memory for all bodies that are handled at once; by the machine's memory unless set. */
    bodyMemoryBytes: z.number().int().min(48_000_000).max(100_000_000_000).optional(),
    /** Requests a minute for one person and for one address. */
    requestsPerMinute: whole(60, 1_000_000, 1_200),
    /** Answers that engines make at once: for one person, and for all. Further questions of a person wait for a turn. */
    streamsPerUser: whole(1, 100_000, 8),
    streamsPerServer: whole(1, 100_000, 2_000),
    /** Questions that wait for a turn, of one person and at one provider; and what all questions hold until they are answered. */
    waitingPerUser: whole(0, 100_000, 50),
    waitingPerEngine: whole(0, 100_000, 4_000),
    waitingBytes: z.number().int().min(1_000_000).max(100_000_000_000).default(mostForQuestions),
    /** Characters of one import of chats. */
    importCharacters: whole(10_000, 1_000_000_000, 20_000_000),
    /** Milliseconds an engine may take to the first piece, and between pieces. */
    firstTokenMs: whole(1_000, 3_600_000, 600_000),
    idleMs: whole(1_000, 3_600_000, 60_000),
    /** Characters and milliseconds after which an answer is ended. */
    answerCharacters: whole(1_000, 100_000_000, 4_000_000),
    answerMs: whole(10_000, 86_400_000, 3_600_000),
    /** Bytes that must stay free for writes to go on; 200 MB or 5 % of the disk, whichever is less, unless set. */
    freeSpaceBytes: z.number().int().min(0).max(1_000_000_000_000).optional(),
  })
  .prefault({})

/** Files that go with a question (chat specification, section 5). */
const attachments = z
  .strictObject({
    /** Bytes of one file; -1 for no limit beside that of the request, `limits.uploadBytes`. */
    maxBytes: z
      .union([z.literal(-1), z.number().int().min(1).max(1_000_000_000)])
      .default(ATTACHMENT_LIMITS.bytes),
    /** Types for models that see pictures, and for those that do not. Markdown counts as text. */
    types: z
      .strictObject({
        text: z.array(z.enum(TEXT_MODEL_TYPES)).default([...TEXT_MODEL_TYPES]),
        multimodal: z.array(z.enum(MULTIMODAL_TYPES)).default([...MULTIMODAL_TYPES]),
      })
      .prefault({}),
  })
  .prefault({})

const license = z
  .strictObject({
    licenseType: z.enum(['trial', 'unlimited']).default('unlimited'),
    licenseEnd: z.iso.date().nullable().default(null),
    companyName: z.string().max(200).default(''),
  })
  .prefault({})

const session = z
  .strictObject({
    accessMinutes: whole(1, 1_440, 15),
    refreshDays: whole(1, 365, 30),
    /** After so many days one signs in again, however often the session was refreshed. */
    absoluteDays: whole(1, 3_650, 90),
  })
  .prefault({})

const audit = z
  .strictObject({
    /** Days after which entries of the audit trail are removed. */
    keepDays: whole(1, 3_650, 365),
  })
  .prefault({})

/** Whoever may not be above a Team lead: nobody is made an administrator by default. */
const ordinaryRole = z.literal([8, 4, 6])

/** A place where models come from, as people connect them under providers; those named here can only be changed here. */
const provider = z.strictObject({
  name: z.string().trim().min(1).max(200),
  kind: z.enum(['ollama', 'openai', 'anthropic']),
  addresses: z
    .array(
      z
        .url({ protocol: /^https?$/ })
        .max(500)
        .refine((value) => !/[?#]|^[^/]*\/\/[^/]*@/.test(value), 'must have no user name, query or fragment')
        .transform((value) => value.replace(/\/+$/, '')),
    )
    .min(1)
    .max(32),
  /** Better the name of a variable that holds it, in `apiKeyEnv`. */
  apiKey: z.string().min(1).max(2_000).optional(),
  apiKeyEnv: z
    .string()
    .regex(/^[A-Za-z_]\w*$/, 'must be the name of an environment variable')
    .optional(),
  /** By the names of its hosts unless told: what is on this machine or in a private network is local. */
  isLocal: z.boolean().optional(),
  oldServer: z.boolean().default(false),
  atOnce: z.number().int().min(1).max(100_000).optional(),
})

/** Ollama, LM Studio, llama.cpp, vLLM, Jan and SGLang where they listen unless told otherwise. */
const LOCAL_PORTS = [11_434, 1_234, 8_080, 8_000, 1_337, 30_000]

/** An address of this machine by number: a name could be that of another one. */
const loopback = z
  .url({ protocol: /^https?$/ })
  .max(100)
  .refine(isLoopback, 'must be a loopback address such as http://127.0.0.1:11434')
  .transform((value) => new URL(value).origin)

function isLoopback(address: string): boolean {
  const url = URL.parse(address)
  if (!url || url.username !== '' || url.password !== '') return false
  const isPlain = url.pathname === '/' && url.search === '' && url.hash === ''
  return (
    isPlain && (url.hostname === '[::1]' || (isIP(url.hostname) === 4 && url.hostname.startsWith('127.')))
  )
}

/** Models that run on this machine itself, where node-llama-cpp is installed. */
const embedded = z
  .strictObject({
    enabled: z.boolean().default(true),
    /** One fewer than there are cores unless told. */
    threads: z.number().int().min(1).max(512).optional(),
    /** People whom one model answers at the same time. */
    sequences: whole(1, 64, 4),
    /** What all models may take together; four fifths of the machine's memory unless told. */
    memoryMb: z.number().int().min(256).max(16_000_000).optional(),
    /** Tokens that each answer can see; by memory unless told. */
    contextTokens: z.number().int().min(256).max(1_048_576).optional(),
    /** Where the model files lie; `models` in the data directory unless told. */
    folder: z.string().min(1).max(1_000).optional(),
    /** Whether the models that come with the product may be fetched. */
    builtInCatalogue: z.boolean().default(true),
    /** Others, or in the place of one of the same family and tag. */
    catalogue: z.array(catalogueEntrySchema).max(500).default([]),
  })
  .prefault({})

const groupMapping = z.strictObject({
  /** The group's name at the identity provider. */
  group: z.string().min(1).max(300),
  /** The team or org unit whose member one then is; made when there is none. */
  context: z.string().trim().min(1).max(200).optional(),
  type: z.enum(['team', 'orgUnit']).default('team'),
  tenant: z.string().min(1).max(100).optional(),
  /** Never the super user's. */
  roleId: z.literal([3, 8, 4, 6]).optional(),
})

const sso = z.strictObject({
  name: z.string().trim().min(1).max(60),
  /** By https, or on this machine. */
  issuer: z
    .url({ protocol: /^https?$/ })
    .refine(isSafeIssuer, 'must begin with https://, but on this machine'),
  clientId: z.string().min(1).max(300),
  /** Better in POLYLOGUE_SSO_CLIENT_SECRET. */
  clientSecret: z.string().min(1).max(1_000).optional(),
  scopes: z
    .string()
    .max(500)
    .refine((scopes) => scopes.split(' ').includes('openid'), 'must have “openid” among them')
    .default('openid email profile'),
  groupsClaim: z.string().min(1).max(200).default('groups'),
  /** Where the provider may send a browser back to; `/sign-in/sso` of wherever the browser was, unless told. */
  redirectUris: z
    .array(z.url({ protocol: /^https?$/ }))
    .min(1)
    .max(20)
    .optional(),
  createUsers: z.boolean().default(true),
  roleId: ordinaryRole.default(4),
  linkByEmail: z.boolean().default(false),
  groups: z.array(groupMapping).max(1_000).default([]),
})

function isSafeIssuer(issuer: string): boolean {
  // What is no address at all has been found by then, and this is asked all the same.
  const url = URL.parse(issuer)
  return url?.protocol === 'https:' || ['localhost', '127.0.0.1', '[::1]'].includes(url?.hostname ?? '')
}

const webAddress = z.url({ protocol: /^https?$/ }).max(500)

const fields = z.strictObject({
  appName: z.string().min(1).max(60).default('Polylogue'),
  vendor: z.string().max(100).default(''),
  customer: z.string().max(100).default(''),
  /** Whom people and programs turn to, and the terms of use: on the about page and in the API document. */
  contact: z.strictObject({ name: z.string().trim().min(1).max(200), url: webAddress }).optional(),
  termsOfService: webAddress.optional(),
  license,
  allowSignUp: z.boolean().default(false),
  /** The role of whoever signs up: Guest, or Staff member. */
  signUpRoleId: z.literal([6, 4]).default(6),
  allowDeleteOwnProfile: z.boolean().default(false),
  minimumPasswordStrength: whole(0, 100, 40),
  /** After so many milliseconds the page closes a notice that stays. */
  stickyNotificationMs: whole(5_000, 86_400_000, 600_000),
  httpShareEnabled: z.boolean().default(false),
  tenants: z.array(z.string().min(1).max(100)).max(100).default([]),
  languages: z
    .array(z.string().regex(/^[a-z]{2}$/))
    .min(1)
    .max(50)
    .default(['en', 'de', 'bg']),
  exportFormats: z
    .array(z.enum(['json', 'txt', 'csv', 'html', 'png']))
    .default(['json', 'txt', 'csv', 'html', 'png']),
  limits,
  attachments,
  session,
  audit,
  /** Names of models whose answers come whole; `*` stands for any characters (chat specification, section 3). */
  nonStreamingModels: z.array(z.string().trim().min(1).max(400)).max(500).default([]),
  providers: z.array(provider).max(100).default([]),
  embedded,
  /** Where model servers of this machine are looked for when the super user asks; none: nowhere. */
  localServers: z
    .array(loopback)
    .max(20)
    .default(LOCAL_PORTS.map((port) => `http://127.0.0.1:${port}`)),
  /** Signing in through the organisation's identity provider; off without it. */
  sso: sso.optional(),
  /** Addresses of proxies whose X-Forwarded-For is believed. */
  trustedProxies: z.array(z.string()).max(50).default([]),
  /** Whether people reach this server by https: it then sends Strict-Transport-Security. */
  https: z.boolean().default(false),
  /** Whether /metrics answers others than this machine. */
  metrics: z.boolean().default(false),
  logLevel: z.enum(['error', 'warn', 'info', 'debug']).default('info'),
})

export const configFileSchema = fields.superRefine(({ sso: signOn, tenants, providers }, context) => {
  for (const [index, { apiKey, apiKeyEnv }] of providers.entries())
    if (apiKey !== undefined && apiKeyEnv !== undefined)
      context.addIssue({
        code: 'custom',
        path: ['providers', index, 'apiKeyEnv'],
        message: 'cannot be combined with “apiKey”',
      })
  for (const [index, { tenant }] of (signOn?.groups ?? []).entries())
    if (tenant !== undefined && !tenants.includes(tenant))
      context.addIssue({
        code: 'custom',
        path: ['sso', 'groups', index, 'tenant'],
        message: `“${tenant}” is not among the tenants`,
      })
})

export type ConfigFile = z.infer<typeof configFileSchema>

/** The part of the configuration that a browser may know: never tenants, provider addresses or keys. */
export function publicConfig(file: ConfigFile, version: string): Record<string, unknown> {
  return {
    appName: file.appName,
    version,
    vendor: file.vendor,
    customer: file.customer,
    contact: file.contact,
    termsOfService: file.termsOfService,
    license: file.license,
    allowSignUp: file.allowSignUp,
    allowDeleteOwnProfile: file.allowDeleteOwnProfile,
    minimumPasswordStrength: file.minimumPasswordStrength,
    stickyNotificationMs: file.stickyNotificationMs,
    httpShareEnabled: file.httpShareEnabled,
    languages: file.languages,
    exportFormats: file.exportFormats,
    attachments: file.attachments,
    uploadBytes: largestUpload(file.limits),
    authTokenKey: 'polylogue.tokens',
    userDataKey: 'polylogue.user',
    dark: false,
  }
}

/** Tells by the configured names whether a model streams. */
export function streamsOf({ nonStreamingModels: names }: ConfigFile): (modelName: string) => boolean {
  const whole = names.map(
    (name) => new RegExp(`^${name.replace(/[\\^$.+?()[\]{}|]/g, '\\$&').replaceAll('*', '.*')}$`, 'i'),
  )
  return (modelName) => !whole.some((pattern) => pattern.test(modelName))
}
