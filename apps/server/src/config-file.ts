// The schema of the configuration file with its defaults (CONFIG-1).
import { isAbsolute } from 'node:path'
import {
  ATTACHMENT_LIMITS,
  AUTH_TOKEN_KEY,
  MULTIMODAL_TYPES,
  TEXT_MODEL_TYPES,
  USER_DATA_KEY,
} from '@polylogue/contract'
import { z } from 'zod'
import {
  allowedHost,
  issuerAddress,
  keySchema,
  loopback,
  proxyAddress,
  serviceAddress,
  webAddress,
} from './config-addresses.ts'
import { customerOf } from './config-customer.ts'
import { embedded } from './config-embedded.ts'
import { mailSchema } from './config-mail.ts'
import { translatorsSchema } from './config-translators.ts'
import { largestUpload, memoryForRequests } from './platform/machine-memory.ts'

const whole = (min: number, max: number, standard: number) =>
  z.number().int().min(min).max(max).default(standard)

/** The default is lower on a machine with little memory. */
const mostForQuestions = () => Math.min(600_000_000, memoryForRequests())

const limits = z
  .strictObject({
    /** Bytes of a plain JSON body, and of one with files. */
    bodyBytes: whole(10_000, 100_000_000, 1_000_000),
    uploadBytes: whole(100_000, 1_000_000_000, 150_000_000),
    /** Bytes of memory for all bodies that are handled at once; the default depends on the machine's memory. */
    bodyMemoryBytes: z.number().int().min(48_000_000).max(100_000_000_000).optional(),
    /** Requests per minute, per person and per address. */
    requestsPerMinute: whole(60, 1_000_000, 1_200),
    /** Concurrent answers from engines: per person and in total. Further questions of a person are queued. */
    streamsPerUser: whole(1, 100_000, 8),
    streamsPerServer: whole(1, 100_000, 2_000),
    /** The length of the queue of questions: per person, per provider, and in bytes until they are answered. */
    waitingPerUser: whole(0, 100_000, 50),
    waitingPerEngine: whole(0, 100_000, 4_000),
    waitingBytes: z.number().int().min(1_000_000).max(100_000_000_000).default(mostForQuestions),
    /** Bytes of one document of a data source. */
    documentBytes: whole(100_000, 2_000_000_000, 150_000_000),
    /** Characters of one chat import. */
    importCharacters: whole(10_000, 1_000_000_000, 20_000_000),
    /** Timeouts in milliseconds: until an engine's first token, and between tokens. */
    firstTokenMs: whole(1_000, 3_600_000, 600_000),
    idleMs: whole(1_000, 3_600_000, 60_000),
    /** Characters and milliseconds after which an answer is ended. */
    answerCharacters: whole(1_000, 100_000_000, 4_000_000),
    answerMs: whole(10_000, 86_400_000, 3_600_000),
    /** Free bytes below which writes are refused; default 200 MB or 5 % of the disk, whichever is less. */
    freeSpaceBytes: z.number().int().min(0).max(1_000_000_000_000).optional(),
  })
  .prefault({})

/** Files attached to a question (FILE-2). */
const attachments = z
  .strictObject({
    /** Bytes per file; -1 for no limit besides `limits.uploadBytes`. */
    maxBytes: z
      .union([z.literal(-1), z.number().int().min(1).max(1_000_000_000)])
      .default(ATTACHMENT_LIMITS.bytes),
    /** Media types for models with and without image input. Markdown counts as text. */
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
    /** Days after which a session ends, even when it is refreshed. */
    absoluteDays: whole(1, 3_650, 90),
  })
  .prefault({})

const audit = z
  .strictObject({
    /** Retention of audit entries in days. */
    keepDays: whole(1, 3_650, 365),
  })
  .prefault({})

const notifications = z
  .strictObject({
    /** Retention of notifications in days. */
    keepDays: whole(1, 3_650, 90),
  })
  .prefault({})

const recycleBin = z
  .strictObject({
    /** Days that deleted chats, projects and other items can be taken back; 0: they are deleted at once. */
    keepDays: whole(0, 3_650, 30),
  })
  .prefault({})

const assistant = z
  .strictObject({
    /** The identifier of the chatbot behind “Chatbot assistant”; without one, Guide answers from the help. */
    chatbot: z.string().trim().min(1).max(200).optional(),
  })
  .prefault({})

/** The roles up to Team lead: nobody becomes an administrator by default. */
const ordinaryRole = z.literal([8, 4, 6])

/** A model provider, as under “Providers” in the app. Those in this file can only be changed here. */
const provider = z.strictObject({
  name: z.string().trim().min(1).max(200),
  kind: z.enum(['ollama', 'openai', 'anthropic']),
  addresses: z.array(serviceAddress).min(1).max(32),
  /** Prefer `apiKeyEnv`, the name of an environment variable. */
  apiKey: keySchema.max(2_000).optional(),
  apiKeyEnv: z
    .string()
    .regex(/^[A-Za-z_]\w*$/, 'must be the name of an environment variable')
    .optional(),
  /** By default derived from the host names: this machine and private networks are local. */
  isLocal: z.boolean().optional(),
  oldServer: z.boolean().default(false),
  atOnce: z.number().int().min(1).max(100_000).optional(),
})

/** As Tesseract names languages and scripts. */
const language = z
  .string()
  .regex(/^[a-z]{3}(_[a-z]{3,4})?$/, 'must be a language of Tesseract, such as “deu”')

/** The languages of the page (apps/web/src/texts). */
const LANGUAGES = ['en', 'de', 'bg'] as const
const EXPORT_FORMATS = ['json', 'txt', 'csv', 'html', 'png', 'docx', 'pdf', 'md'] as const

/** The default ports of Ollama, LM Studio, llama.cpp, vLLM, Jan and SGLang. */
const LOCAL_PORTS = [11_434, 1_234, 8_080, 8_000, 1_337, 30_000]

const groupMapping = z.strictObject({
  /** The name of the group at the identity provider. */
  group: z.string().min(1).max(300),
  /** The team or org unit that members join; created when missing. */
  context: z.string().trim().min(1).max(200).optional(),
  type: z.enum(['team', 'orgUnit']).default('team'),
  tenant: z.string().min(1).max(100).optional(),
  /** Every role except the super user. */
  roleId: z.literal([3, 8, 4, 6]).optional(),
})

const sso = z.strictObject({
  name: z.string().trim().min(1).max(60),
  /** Must use https, except on this machine. */
  issuer: issuerAddress,
  clientId: z.string().min(1).max(300),
  /** Prefer POLYLOGUE_SSO_CLIENT_SECRET. */
  clientSecret: z.string().min(1).max(1_000).optional(),
  scopes: z
    .string()
    .max(500)
    .refine((scopes) => scopes.split(' ').includes('openid'), 'must have “openid” among them')
    .default('openid email profile'),
  groupsClaim: z.string().min(1).max(200).default('groups'),
  /** Another claim than `email` is verified by `trustEmail` only, or if it has the same address. */
  emailClaim: z.string().min(1).max(200).default('email'),
  /** Allowed redirect URIs; default `/sign-in/sso` at the browser's own origin. */
  redirectUris: z
    .array(z.url({ protocol: /^https?$/ }))
    .min(1)
    .max(20)
    .optional(),
  createUsers: z.boolean().default(true),
  roleId: ordinaryRole.default(4),
  linkByEmail: z.boolean().default(false),
  /** For issuers that verify every address and do not send `email_verified`. */
  trustEmail: z.boolean().default(false),
  groups: z.array(groupMapping).max(1_000).default([]),
})

const fields = z.strictObject({
  appName: z.string().min(1).max(60).default('Polylogue'),
  vendor: z.string().max(100).default(''),
  /** An id, which names the folder of the branding; `customerOf` makes one of other values. */
  customer: z.string().max(100).default(''),
  /** The name that people see; `customer` as it is written when missing. */
  customerName: z.string().max(100).optional(),
  /** Contact and terms of use, shown on the about page and in the API document. */
  contact: z.strictObject({ name: z.string().trim().min(1).max(200), url: webAddress }).optional(),
  termsOfService: webAddress.optional(),
  /** What people can watch to learn the product: listed in the help and in the user menu. */
  tutorialVideos: z
    .array(z.strictObject({ title: z.string().trim().min(1).max(200), url: webAddress }))
    .max(50)
    .default([]),
  license,
  allowSignUp: z.boolean().default(false),
  /** The role of people who sign up: Guest or Staff member. */
  signUpRoleId: z.literal([6, 4]).default(6),
  allowDeleteOwnProfile: z.boolean().default(false),
  minimumPasswordStrength: whole(0, 100, 40),
  /** Milliseconds after which the page closes a sticky notification. */
  stickyNotificationMs: whole(5_000, 86_400_000, 600_000),
  httpShareEnabled: z.boolean().default(false),
  /** Whether the page is dark for people who have not chosen a theme; otherwise it follows their device. */
  dark: z.boolean().default(false),
  tenants: z.array(z.string().min(1).max(100)).max(100).default([]),
  languages: z
    .array(z.enum(LANGUAGES))
    .min(1)
    .max(50)
    .default([...LANGUAGES]),
  exportFormats: z
    .array(z.enum(EXPORT_FORMATS))
    .max(50)
    .default([...EXPORT_FORMATS]),
  limits,
  attachments,
  session,
  audit,
  notifications,
  recycleBin,
  assistant,
  /** Whether models write titles for new chats (decision 100). */
  chatTitles: z.boolean().default(true),
  /** The languages of text recognition, the most frequent first; none switches it off (decision 106). */
  recognitionLanguages: z.array(language).max(10).default(['deu', 'eng', 'bul']),
  /** Names of models that do not stream; `*` matches any characters (STREAM-8). */
  nonStreamingModels: z.array(z.string().trim().min(1).max(400)).max(500).default([]),
  providers: z.array(provider).max(100).default([]),
  translators: translatorsSchema,
  embedded,
  /** Where the super user can search for local model servers; an empty list disables the search. */
  localServers: z
    .array(loopback)
    .max(20)
    .default(LOCAL_PORTS.map((port) => `http://127.0.0.1:${port}`)),
  /** How confidential data sources can be; those of `localOnly` are only used with local models. */
  datasourceLabels: z
    .array(z.strictObject({ name: z.string().trim().min(1).max(100), localOnly: z.boolean().default(false) }))
    .max(20)
    .default([
      { name: 'internal', localOnly: false },
      { name: 'confidential', localOnly: true },
    ]),
  /** Names of groups; the prompts shared with one are a named part of the prompt repository. */
  promptContexts: z.array(z.string().trim().min(1).max(200)).max(50).default([]),
  /** A service that keeps the prompt ideas instead of this server: `/ideas` is appended to its address. */
  ideas: z.strictObject({ url: serviceAddress }).optional(),
  /** A service that chooses what an empty chat proposes: `/shuffle` is appended to its address. */
  proposals: z.strictObject({ url: serviceAddress }).optional(),
  /** Single sign-on through an identity provider; disabled when missing. */
  sso: sso.optional(),
  /** The address under which people open this installation; links in e-mails begin with it. */
  publicUrl: serviceAddress.optional(),
  /** The mail server; without it nothing is sent or offered by e-mail (MAIL-1). */
  mail: mailSchema.optional(),
  /** Hosts of the intranet whose pages data sources may use, besides public ones (decision 150). */
  allowedHosts: z.array(allowedHost).max(1_000).default([]),
  /** Addresses of reverse proxies whose X-Forwarded-For is trusted. */
  trustedProxies: z.array(proxyAddress).max(50).default([]),
  /** Whether the server is reached by https; enables Strict-Transport-Security. */
  https: z.boolean().default(false),
  /** Scheduled backups; none when missing. */
  backups: z
    .strictObject({
      /** The time of day by the machine's clock. */
      at: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time such as “03:00”'),
      /** How many scheduled backups are kept. */
      keep: whole(1, 1_000, 7),
      /** An absolute path; default `backups/` of the data directory. */
      folder: z
        .string()
        .refine((path) => isAbsolute(path), 'must be an absolute path')
        .optional(),
    })
    .optional(),
  /** Whether /metrics is served to other machines. */
  metrics: z.boolean().default(false),
  /** Seconds that running answers get to end after a signal to stop. */
  shutdownGraceSeconds: whole(0, 3_600, 60),
  logLevel: z.enum(['error', 'warn', 'info', 'debug']).default('info'),
})

export const configFileSchema = fields.superRefine((file, context) => {
  const { sso: signOn, tenants, providers } = file
  if (file.mail && file.publicUrl === undefined)
    context.addIssue({
      code: 'custom',
      path: ['publicUrl'],
      message: 'must be set where “mail” is, for the links in e-mails',
    })
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

/** Returns the part of the configuration that browsers receive: never tenants, provider addresses or keys. */
export function publicConfig(file: ConfigFile, version: string): Record<string, unknown> {
  const customer = customerOf(file)
  return {
    appName: file.appName,
    version,
    vendor: file.vendor,
    customer: customer.id,
    customerName: customer.name,
    contact: file.contact,
    termsOfService: file.termsOfService,
    tutorialVideos: file.tutorialVideos,
    license: file.license,
    allowSignUp: file.allowSignUp,
    allowDeleteOwnProfile: file.allowDeleteOwnProfile,
    minimumPasswordStrength: file.minimumPasswordStrength,
    stickyNotificationMs: file.stickyNotificationMs,
    httpShareEnabled: file.httpShareEnabled,
    binDays: file.recycleBin.keepDays,
    languages: file.languages,
    exportFormats: file.exportFormats,
    attachments: file.attachments,
    uploadBytes: largestUpload(file.limits),
    authTokenKey: AUTH_TOKEN_KEY,
    userDataKey: USER_DATA_KEY,
    dark: file.dark,
    ...(file.mail ? { digestHour: file.mail.digestHour } : {}),
  }
}
