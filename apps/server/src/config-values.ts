// Lists what the configuration file can say, with the values in effect and where they come from. Derived from the schema (CONFIG-9).
import type { Configuration, ConfigurationForm, ConfigurationGroup } from '@polylogue/contract'
import { z } from 'zod'
import { configFileSchema, type ConfigFile } from './config-file.ts'

/** The group of each key, and its section of docs/operating.md where it has one of its own. */
const PLACES: Record<keyof ConfigFile, readonly [ConfigurationGroup, section?: string]> = {
  appName: ['appearance'],
  vendor: ['appearance'],
  customer: ['appearance'],
  customerName: ['appearance'],
  contact: ['appearance'],
  termsOfService: ['appearance'],
  tutorialVideos: ['appearance'],
  license: ['appearance'],
  dark: ['appearance'],
  languages: ['appearance'],
  stickyNotificationMs: ['appearance'],
  allowSignUp: ['people'],
  signUpRoleId: ['people'],
  allowDeleteOwnProfile: ['people'],
  minimumPasswordStrength: ['people'],
  tenants: ['people'],
  session: ['people'],
  sso: ['people', 'single-sign-on'],
  audit: ['people'],
  notifications: ['people'],
  mail: ['operation', 'e-mail'],
  publicUrl: ['operation', 'e-mail'],
  recycleBin: ['chats'],
  attachments: ['chats'],
  chatTitles: ['chats'],
  assistant: ['chats'],
  exportFormats: ['chats'],
  httpShareEnabled: ['chats'],
  promptContexts: ['chats'],
  ideas: ['chats', 'prompt-ideas-of-another-service'],
  proposals: ['chats', 'proposals-of-another-service'],
  translators: ['chats', 'translation'],
  providers: ['models', 'model-servers'],
  embedded: ['models', 'models-on-the-server-itself'],
  localServers: ['models'],
  nonStreamingModels: ['models'],
  datasourceLabels: ['sources'],
  recognitionLanguages: ['sources'],
  allowedHosts: ['sources', 'pages-of-the-intranet'],
  limits: ['operation'],
  trustedProxies: ['operation', 'reverse-proxy'],
  https: ['operation', 'reverse-proxy'],
  backups: ['operation', 'scheduled-backups'],
  metrics: ['operation', 'monitoring'],
  shutdownGraceSeconds: ['operation'],
  logLevel: ['operation'],
}

/** Keys whose values nobody sees, at any depth. */
export const SECRET_KEYS: readonly string[] = ['apiKey', 'clientSecret', 'password']

export interface Origin {
  readonly path: string
  /** What the file says; an empty object without one. */
  readonly content: unknown
  /** The environment variables that set keys, by key. */
  readonly variables: Readonly<Record<string, string>>
}

/** Returns every key with its value in effect. */
export function configurationOf(file: ConfigFile, { path, content, variables }: Origin): Configuration {
  const values = Object.entries(configFileSchema.shape).flatMap(([key, schema]) => {
    const [group, section = 'the-configuration-file'] = PLACES[key as keyof ConfigFile]
    return keysOf([key], schema).map((keys) => {
      const value = at(file, keys)
      const name = keys.join('.')
      const isSecret = SECRET_KEYS.includes(keys.at(-1) ?? '')
      const variable = variables[name] ?? null
      const isInFile = at(content, keys) !== undefined
      return {
        key: name,
        group,
        section,
        value: isSecret || value === undefined ? null : JSON.stringify(value, withoutSecrets),
        isSecret,
        isSet: value !== undefined,
        source:
          variable !== null ? ('environment' as const) : isInFile ? ('file' as const) : ('default' as const),
        variable,
        form: null,
      }
    })
  })
  return { path, values }
}

/** Returns the paths of the values below a key: objects are taken apart, lists are not. */
function keysOf(path: readonly string[], schema: unknown): string[][] {
  const inner = unwrapped(schema)
  if (!(inner instanceof z.ZodObject)) return [[...path]]
  return Object.entries(inner.shape).flatMap(([key, part]) => keysOf([...path, key], part))
}

/** Returns the schema of a key, with its default. */
export function schemaAt([key = '', ...inner]: readonly string[], of: unknown = configFileSchema): z.ZodType {
  const schema: unknown = of instanceof z.ZodObject ? of.shape[key] : undefined
  if (!(schema instanceof z.ZodType)) throw new Error(`the configuration file has no key “${key}”`)
  return inner.length === 0 ? schema : schemaAt(inner, unwrapped(schema))
}

/** Returns how the value of a schema is entered. */
export function formOf(schema: z.ZodType): ConfigurationForm {
  const inner = unwrapped(schema)
  if (inner instanceof z.ZodBoolean) return { kind: 'switch' }
  if (inner instanceof z.ZodNumber)
    return { kind: 'number', min: inner.minValue ?? 0, max: inner.maxValue ?? 0 }
  if (inner instanceof z.ZodUnion) return formOfUnion(inner.options)
  if (inner instanceof z.ZodLiteral) return { kind: 'choice', choices: [...inner.values].map(String) }
  if (inner instanceof z.ZodArray && inner.element instanceof z.ZodEnum)
    return { kind: 'choices', choices: inner.element.options.map(String) }
  if (inner instanceof z.ZodArray) return { kind: 'lines' }
  throw new Error('no form is known for this schema')
}

/** Numbers within limits, or one that stands for no limit. */
function formOfUnion(options: readonly unknown[]): ConfigurationForm {
  const [least, number] = options
  if (!(least instanceof z.ZodLiteral) || !(number instanceof z.ZodNumber))
    throw new Error('no form is known for this schema')
  return { kind: 'number', min: Number(least.value), max: number.maxValue ?? 0 }
}

function unwrapped(schema: unknown): unknown {
  const hasInner =
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodPrefault
  return hasInner ? unwrapped(schema.unwrap()) : schema
}

/** Returns a value below another one. */
export function at(value: unknown, [key, ...more]: readonly string[]): unknown {
  if (key === undefined) return value
  if (typeof value !== 'object' || value === null) return undefined
  return at(Object.hasOwn(value, key) ? (value as Record<string, unknown>)[key] : undefined, more)
}

const withoutSecrets = (key: string, value: unknown) => (SECRET_KEYS.includes(key) ? '•••' : value)
