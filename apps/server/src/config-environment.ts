// Checks the values of environment variables. Each check throws a ConfigError that names the variable, and shows no secret.
import { isPlainAddress, keySchema } from './config-addresses.ts'
import { ConfigError } from './config-error.ts'

/** The first super user, created when there is no user yet. */
export interface FirstAdmin {
  readonly email: string
  readonly password: string
}

export interface S3Config {
  readonly endpoint: string
  readonly bucket: string
  readonly region: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
}

/** The longest user name and password that the sign-in takes (contract, auth). */
const MOST = { email: 254, password: 1_024 }

export function port(text: string | undefined): number {
  const value = text === undefined ? 3000 : /^\d+$/.test(text) ? Number(text) : NaN
  if (!(value <= 65_535)) throw new ConfigError(`PORT is “${text}”; it must be a number from 0 to 65535.`)
  return value
}

/** Checks the address of a server; keys may be sent to it as headers. */
export function address(name: string, text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  const url = URL.parse(text)
  if (!url || !['http:', 'https:'].includes(url.protocol))
    throw new ConfigError(`${name} must be an address that begins with http:// or https://.`)
  if (!isPlainAddress(text)) throw new ConfigError(`${name} must have no user name, query or fragment.`)
  return text
}

export function databaseAddress(text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  const url = URL.parse(text)
  if (!url || !['postgres:', 'postgresql:'].includes(url.protocol))
    throw new ConfigError('DATABASE_URL must be an address that begins with postgres:// or postgresql://.')
  if (![url.username, url.password, url.pathname].every(isEncoded))
    throw new ConfigError(
      'DATABASE_URL has a “%” that is not an encoded character. Write a “%” in a user name or password as “%25”.',
    )
  return text
}

function isEncoded(text: string): boolean {
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}

export function admin(email: string | undefined, password: string | undefined): FirstAdmin | undefined {
  if (email === undefined && password === undefined) return undefined
  if (email === undefined || password === undefined)
    throw new ConfigError(
      'POLYLOGUE_ADMIN_EMAIL and POLYLOGUE_ADMIN_PASSWORD belong together: set both or neither.',
    )
  if (!/^[^\s@]+@[^\s@]+$/.test(email) || email.length > MOST.email)
    throw new ConfigError(`POLYLOGUE_ADMIN_EMAIL is “${email}”; it must be an e-mail address.`)
  if (password.length > MOST.password)
    throw new ConfigError(`POLYLOGUE_ADMIN_PASSWORD must have ${MOST.password} characters at most.`)
  return { email, password }
}

export function secret(text: string | undefined): string | undefined {
  if (text !== undefined && text.length < 16)
    throw new ConfigError('POLYLOGUE_SECRET must have 16 characters at least.')
  return text
}

/** Checks a key that is sent as a header. */
export function key(name: string, text: string | undefined): string | undefined {
  if (text !== undefined && !keySchema.safeParse(text).success)
    throw new ConfigError(`${name} must consist of letters, digits and signs without spaces.`)
  return text
}

const S3_NAMES = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const

/** The bucket of media; undefined when none of its variables is set. */
export function bucket(env: (name: string) => string | undefined): S3Config | undefined {
  if ([...S3_NAMES, 'S3_REGION'].every((name) => env(name) === undefined)) return undefined
  const missing = S3_NAMES.filter((name) => env(name) === undefined)
  if (missing.length)
    throw new ConfigError(`${missing.join(', ')} must be set too when media are kept in S3.`)
  const named = env('S3_BUCKET') ?? ''
  if (!/^[A-Za-z0-9][A-Za-z0-9._-]{0,254}$/.test(named))
    throw new ConfigError(`S3_BUCKET is “${named}”; it must be the name of a bucket, without slashes.`)
  const region = env('S3_REGION') ?? 'us-east-1'
  if (!/^[A-Za-z0-9-]+$/.test(region))
    throw new ConfigError(`S3_REGION is “${region}”; it must be the name of a region such as eu-central-1.`)
  return {
    endpoint: address('S3_ENDPOINT', env('S3_ENDPOINT')) ?? '',
    bucket: named,
    region,
    accessKeyId: key('S3_ACCESS_KEY_ID', env('S3_ACCESS_KEY_ID')) ?? '',
    secretAccessKey: key('S3_SECRET_ACCESS_KEY', env('S3_SECRET_ACCESS_KEY')) ?? '',
  }
}
