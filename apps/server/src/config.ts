// Reads environment and configuration file into one checked object (CONFIG-1). Only this file reads process.env.
import { join, resolve } from 'node:path'
import {
  address,
  admin,
  bucket,
  databaseAddress,
  key,
  port,
  secret,
  type FirstAdmin,
  type S3Config,
} from './config-environment.ts'
import { ConfigError } from './config-error.ts'
import type { ConfigFile } from './config-file.ts'
import { readFile } from './config-reading.ts'
import type { Origin } from './config-values.ts'

export type { S3Config } from './config-environment.ts'
export { ConfigError } from './config-error.ts'

export interface Config {
  readonly version: string
  readonly host: string
  readonly port: number
  /** Absolute path. */
  readonly dataDir: string
  /** Undefined for the embedded database. */
  readonly databaseUrl: string | undefined
  readonly admin: FirstAdmin | undefined
  readonly secret: string | undefined
  readonly engines: {
    readonly ollamaUrl: string | undefined
    readonly openaiBaseUrl: string | undefined
    readonly openaiApiKey: string | undefined
    readonly anthropicApiKey?: string | undefined
  }
  readonly s3: S3Config | undefined
  /** The process that started this one and ends it when it is gone; see scripts/enter.mjs. */
  readonly startedBy?: number | undefined
  readonly file: ConfigFile
  /** Where the values of `file` come from; missing in tests. */
  readonly origin?: Origin
}

type Environment = Readonly<Record<string, string | undefined>>

const KNOWN = [
  'POLYLOGUE_DATA_DIR',
  'POLYLOGUE_ADMIN_EMAIL',
  'POLYLOGUE_ADMIN_PASSWORD',
  'POLYLOGUE_CONFIG',
  'POLYLOGUE_SECRET',
  'POLYLOGUE_SSO_CLIENT_SECRET',
  'POLYLOGUE_SMTP_PASSWORD',
  'POLYLOGUE_CHAT_TITLES',
]

/**
 * Reads and checks the whole configuration.
 * @throws ConfigError with a sentence that names the invalid variable or key
 */
export function readConfig(environment: Environment, version: string): Config {
  const env = (name: string) => environment[name]?.trim() || undefined
  for (const name of Object.keys(environment))
    if (name.startsWith('POLYLOGUE_') && !KNOWN.includes(name))
      throw new ConfigError(`${name} is not a known variable. Known are ${KNOWN.join(', ')}.`)
  const dataDir = resolve(env('POLYLOGUE_DATA_DIR') ?? './data')
  const read = readFile(env('POLYLOGUE_CONFIG'), join(dataDir, 'config.json'))
  const file = withEnvironment(read.file, env)
  return {
    version,
    host: env('HOST') ?? '127.0.0.1',
    port: port(env('PORT')),
    dataDir,
    databaseUrl: databaseAddress(env('DATABASE_URL')),
    admin: admin(env('POLYLOGUE_ADMIN_EMAIL'), environment['POLYLOGUE_ADMIN_PASSWORD'] || undefined),
    secret: secret(env('POLYLOGUE_SECRET')),
    engines: {
      ollamaUrl: address('OLLAMA_URL', env('OLLAMA_URL')),
      openaiBaseUrl: address('OPENAI_BASE_URL', env('OPENAI_BASE_URL')),
      openaiApiKey: key('OPENAI_API_KEY', env('OPENAI_API_KEY')),
      anthropicApiKey: key('ANTHROPIC_API_KEY', env('ANTHROPIC_API_KEY')),
    },
    s3: bucket(env),
    startedBy: Number(env('PLG_STARTED_BY')) || undefined,
    file,
    origin: { path: read.path, content: read.content, variables: variablesOf(env) },
  }
}

/** The variables that set keys of the file. */
const OF_KEYS = {
  chatTitles: 'POLYLOGUE_CHAT_TITLES',
  'sso.clientSecret': 'POLYLOGUE_SSO_CLIENT_SECRET',
  'mail.password': 'POLYLOGUE_SMTP_PASSWORD',
} as const

const variablesOf = (env: (name: string) => string | undefined) =>
  Object.fromEntries(Object.entries(OF_KEYS).filter(([, name]) => env(name) !== undefined))

function withEnvironment(file: ConfigFile, env: (name: string) => string | undefined): ConfigFile {
  const signOn = withSsoSecret(file, env(OF_KEYS['sso.clientSecret']))
  const mailing = withMailPassword(signOn, env(OF_KEYS['mail.password']))
  return withTitles(withKeys(mailing, env), env(OF_KEYS.chatTitles))
}

function withTitles(file: ConfigFile, titles: string | undefined): ConfigFile {
  if (titles === undefined) return file
  if (titles !== 'on' && titles !== 'off')
    throw new ConfigError(`POLYLOGUE_CHAT_TITLES is “${titles}”; it must be on or off.`)
  return { ...file, chatTitles: titles === 'on' }
}

function withSsoSecret(file: ConfigFile, clientSecret: string | undefined): ConfigFile {
  if (clientSecret === undefined) return file
  if (!file.sso)
    throw new ConfigError('POLYLOGUE_SSO_CLIENT_SECRET is set, and the configuration file has no “sso”.')
  return { ...file, sso: { ...file.sso, clientSecret } }
}

function withMailPassword({ mail, ...file }: ConfigFile, given: string | undefined): ConfigFile {
  if (!mail) {
    if (given === undefined) return file
    throw new ConfigError('POLYLOGUE_SMTP_PASSWORD is set, and the configuration file has no “mail”.')
  }
  const password = given ?? mail.password
  if ((mail.user === undefined) !== (password === undefined))
    throw new ConfigError(
      mail.user === undefined
        ? 'A password for the mail server is set, and the configuration file has no “mail.user”.'
        : '“mail.user” has no password: set POLYLOGUE_SMTP_PASSWORD, or remove it from the configuration file.',
    )
  return { ...file, mail: { ...mail, password } }
}

/** Replaces the names of environment variables by the keys in them. */
function withKeys(file: ConfigFile, env: (name: string) => string | undefined): ConfigFile {
  const providers = file.providers.map(({ apiKeyEnv, ...provider }) =>
    apiKeyEnv === undefined
      ? provider
      : { ...provider, apiKey: keyIn(apiKeyEnv, `The provider “${provider.name}”`, env) },
  )
  const { server } = file.translators
  if (server?.apiKeyEnv === undefined) return { ...file, providers }
  const { apiKeyEnv, ...rest } = server
  const apiKey = keyIn(apiKeyEnv, 'The translation server', env)
  return { ...file, providers, translators: { ...file.translators, server: { ...rest, apiKey } } }
}

function keyIn(name: string, owner: string, env: (name: string) => string | undefined): string {
  const value = key(name, env(name))
  if (value === undefined)
    throw new ConfigError(`${owner} takes its key from ${name}, and that variable is not set.`)
  return value
}
