// Reads environment and configuration file into one checked object (reading 9). Only this file reads process.env.
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import { configFileSchema, type ConfigFile } from './config-file.ts'

/** An invalid configuration: one sentence for the terminal, exit code 2, before anything is written. */
export class ConfigError extends Error {}

export interface Config {
  readonly version: string
  readonly host: string
  readonly port: number
  /** Absolute path. */
  readonly dataDir: string
  /** Undefined for the embedded database. */
  readonly databaseUrl: string | undefined
  readonly admin: { readonly email: string; readonly password: string } | undefined
  readonly secret: string | undefined
  readonly engines: {
    readonly ollamaUrl: string | undefined
    readonly openaiBaseUrl: string | undefined
    readonly openaiApiKey: string | undefined
    readonly anthropicApiKey?: string | undefined
  }
  readonly s3: S3Config | undefined
  readonly file: ConfigFile
}

export interface S3Config {
  readonly endpoint: string
  readonly bucket: string
  readonly region: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
}

type Environment = Readonly<Record<string, string | undefined>>

const KNOWN = [
  'POLYLOGUE_DATA_DIR',
  'POLYLOGUE_ADMIN_EMAIL',
  'POLYLOGUE_ADMIN_PASSWORD',
  'POLYLOGUE_CONFIG',
  'POLYLOGUE_SECRET',
  'POLYLOGUE_SSO_CLIENT_SECRET',
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
  return {
    version,
    host: env('HOST') ?? '127.0.0.1',
    port: port(env('PORT')),
    dataDir,
    databaseUrl: address('DATABASE_URL', env('DATABASE_URL'), ['postgres:', 'postgresql:']),
    admin: admin(env('POLYLOGUE_ADMIN_EMAIL'), environment['POLYLOGUE_ADMIN_PASSWORD'] || undefined),
    secret: secret(env('POLYLOGUE_SECRET')),
    engines: {
      ollamaUrl: address('OLLAMA_URL', env('OLLAMA_URL'), ['http:', 'https:']),
      openaiBaseUrl: address('OPENAI_BASE_URL', env('OPENAI_BASE_URL'), ['http:', 'https:']),
      openaiApiKey: env('OPENAI_API_KEY'),
      anthropicApiKey: env('ANTHROPIC_API_KEY'),
    },
    s3: s3(env),
    file: withKeys(
      withSsoSecret(
        readFile(env('POLYLOGUE_CONFIG'), join(dataDir, 'config.json')),
        env('POLYLOGUE_SSO_CLIENT_SECRET'),
      ),
      env,
    ),
  }
}

function port(text: string | undefined): number {
  const value = text === undefined ? 3000 : Number(text)
  if (!Number.isInteger(value) || value < 0 || value > 65_535)
    throw new ConfigError(`PORT is “${text}”; it must be a number from 0 to 65535.`)
  return value
}

function address(name: string, text: string | undefined, protocols: string[]): string | undefined {
  if (text === undefined) return undefined
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !protocols.includes(url.protocol))
    throw new ConfigError(
      `${name} must be an address that begins with ${protocols.map((p) => `${p}//`).join(' or ')}.`,
    )
  return text
}

function admin(email: string | undefined, password: string | undefined): Config['admin'] {
  if (email === undefined && password === undefined) return undefined
  if (email === undefined || password === undefined)
    throw new ConfigError(
      'POLYLOGUE_ADMIN_EMAIL and POLYLOGUE_ADMIN_PASSWORD belong together: set both or neither.',
    )
  if (!/^[^\s@]+@[^\s@]+$/.test(email))
    throw new ConfigError(`POLYLOGUE_ADMIN_EMAIL is “${email}”; it must be an e-mail address.`)
  return { email, password }
}

function secret(text: string | undefined): string | undefined {
  if (text !== undefined && text.length < 16)
    throw new ConfigError('POLYLOGUE_SECRET must have 16 characters at least.')
  return text
}

function s3(env: (name: string) => string | undefined): S3Config | undefined {
  const names = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const
  if (names.every((name) => env(name) === undefined)) return undefined
  const missing = names.filter((name) => env(name) === undefined)
  if (missing.length)
    throw new ConfigError(`${missing.join(', ')} must be set too when media are kept in S3.`)
  return {
    endpoint: address('S3_ENDPOINT', env('S3_ENDPOINT'), ['http:', 'https:']) ?? '',
    bucket: env('S3_BUCKET') ?? '',
    region: env('S3_REGION') ?? 'us-east-1',
    accessKeyId: env('S3_ACCESS_KEY_ID') ?? '',
    secretAccessKey: env('S3_SECRET_ACCESS_KEY') ?? '',
  }
}

function readFile(named: string | undefined, standard: string): ConfigFile {
  const path = named ? resolve(named) : standard
  if (!existsSync(path)) {
    if (named) throw new ConfigError(`POLYLOGUE_CONFIG names ${path}, and there is no such file.`)
    return configFileSchema.parse({})
  }
  const found = configFileSchema.safeParse(parseJson(path))
  if (found.success) return found.data
  const issue = found.error.issues[0]
  const where = issue?.code === 'unrecognized_keys' ? issue.keys.join(', ') : (issue?.path.join('.') ?? '')
  const what =
    issue?.code === 'unrecognized_keys'
      ? 'is not a known key'
      : z.prettifyError(found.error).split('\n')[0]?.replace(/^✖ /, '')
  throw new ConfigError(`${path}: “${where}” is not valid: ${what}.`)
}

function withSsoSecret(file: ConfigFile, clientSecret: string | undefined): ConfigFile {
  if (clientSecret === undefined) return file
  if (!file.sso)
    throw new ConfigError('POLYLOGUE_SSO_CLIENT_SECRET is set, and the configuration file has no “sso”.')
  return { ...file, sso: { ...file.sso, clientSecret } }
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
  const key = env(name)
  if (key === undefined)
    throw new ConfigError(`${owner} takes its key from ${name}, and that variable is not set.`)
  return key
}

function parseJson(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch (error) {
    throw new ConfigError(
      `${path} cannot be read as JSON: ${error instanceof Error ? error.message : String(error)}.`,
    )
  }
}
