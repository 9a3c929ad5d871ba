// An invalid configuration is refused in one sentence that names the variable, or the whole path of the key.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fastify } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { configFileSchema } from './config-file.ts'
import { ConfigError, readConfig } from './config.ts'

let folder: string
beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), 'polylogue-config-'))))
afterAll(() => rmSync(folder, { recursive: true }))

function read(file: unknown, environment: Record<string, string> = {}) {
  const path = join(folder, 'config.json')
  writeFileSync(path, typeof file === 'string' ? file : JSON.stringify(file))
  return readConfig({ POLYLOGUE_CONFIG: path, ...environment }, '1.0.0')
}

/** Returns the sentence of the refusal. */
function refusal(file: unknown, environment?: Record<string, string>): string {
  try {
    read(file, environment)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    expect(error.message).not.toContain('\n')
    return error.message
  }
  return 'was accepted'
}

describe('the configuration file', () => {
  test.each([
    ['an unknown key', { foo: 1 }, '“foo” is not a known key.'],
    ['an unknown nested key', { limits: { foo: 1 } }, '“limits.foo” is not a known key.'],
    ['two unknown keys', { sso: { a: 1, b: 2 } }, '“sso.name” is not valid'],
    [
      'an unknown key in a list',
      { providers: [{ name: 'A', kind: 'ollama', addresses: ['http://a'], x: 1 }] },
      '“providers.0.x” is not a known key.',
    ],
    ['a language without texts', { languages: ['fr'] }, '“languages.0” is not valid'],
    [
      'a host name as a proxy',
      { trustedProxies: ['nginx'] },
      '“trustedProxies.0” is not valid: must be an IP address',
    ],
    [
      'a key that no header takes',
      { providers: [{ name: 'A', kind: 'openai', addresses: ['http://a'], apiKey: 'a b' }] },
      '“providers.0.apiKey” is not valid',
    ],
    [
      'a text that databases refuse',
      { tenants: ['North', 'So\0uth'] },
      '“tenants.1” contains a character that cannot be stored.',
    ],
    [
      'half a character',
      { datasourceLabels: [{ name: '\ud800' }] },
      '“datasourceLabels.0.name” contains a character',
    ],
    ['no object', [], 'the file is not valid'],
    ['no JSON, without its content', '{"apiKey":\n "secret", }', /cannot be read as JSON: [^"]*\.$/],
  ])('%s', (_, file, sentence) => {
    expect(refusal(file)).toMatch(typeof sentence === 'string' ? new RegExp(escaped(sentence)) : sentence)
  })

  const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

  test('every key refuses a wrong value at its own path', () => {
    const paths = leaves(z.toJSONSchema(configFileSchema, { io: 'input', unrepresentable: 'any' }) as Schema)
    expect(paths.length).toBeGreaterThan(90)
    for (const path of paths) {
      const file = path.reduceRight<unknown>((value, key) => (key === '0' ? [value] : { [key]: value }), {
        wrong: 1,
      })
      const issues = configFileSchema.safeParse(file).error?.issues ?? []
      const own = path.join('.')
      expect(issues.map((issue) => `${issue.path.join('.')}.`)).toContainEqual(
        expect.stringMatching(new RegExp(`^${escaped(own)}\\.`)),
      )
    }
  })
})

interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
}

/** Returns the paths of all keys with a value of their own; `0` is an item of a list. */
function leaves(schema: Schema, path: readonly string[] = []): (readonly string[])[] {
  if (schema.properties)
    return Object.entries(schema.properties).flatMap(([key, inner]) => leaves(inner, [...path, key]))
  if (schema.items) return leaves(schema.items, [...path, '0'])
  return [path]
}

describe('proxies', () => {
  const accepted = [
    '127.0.0.1',
    '10.0.0.0/8',
    '192.168.0.0/255.255.0.0',
    '::1',
    'fd00::/8',
    'loopback',
    '0.0.0.0/1',
  ]
  test.each(accepted)('%s is accepted, also by the HTTP server', (proxy) => {
    expect(read({ trustedProxies: [proxy] }).file.trustedProxies).toEqual([proxy])
    expect(() => fastify({ trustProxy: [proxy] })).not.toThrow()
  })

  test.each([
    'nginx',
    '10.0.0.0/33',
    '10.0.0.0/0',
    '::/129',
    '10.0.0.0/',
    '10.0.0.0/8/8',
    '10.0.0.0/255.0.255.0',
    '10.0.0',
    '::1/255.0.0.0',
    'fe80::1%eth0',
    '',
    '10.0.0.1, 10.0.0.2',
  ])('“%s” is refused', (proxy) => {
    expect(refusal({ trustedProxies: [proxy] })).toContain('“trustedProxies.0” is not valid')
  })
})

describe('the environment', () => {
  const s3 = {
    S3_ENDPOINT: 'http://s3:9000',
    S3_BUCKET: 'media',
    S3_ACCESS_KEY_ID: 'id',
    S3_SECRET_ACCESS_KEY: 'key',
  }
  test.each([
    ['PORT is “0x50”', { PORT: '0x50' }],
    ['PORT is “-1”', { PORT: '-1' }],
    ['PORT is “65536”', { PORT: '65536' }],
    ['DATABASE_URL must be', { DATABASE_URL: 'mysql://a' }],
    ['DATABASE_URL has a “%”', { DATABASE_URL: 'postgres://u:50%off@db/x' }],
    ['OLLAMA_URL must be', { OLLAMA_URL: 'ollama:11434' }],
    ['OLLAMA_URL must have no user name', { OLLAMA_URL: 'http://a:b@ollama' }],
    ['OPENAI_BASE_URL must have no', { OPENAI_BASE_URL: 'http://a/v1?key=1' }],
    ['OPENAI_API_KEY must consist', { OPENAI_API_KEY: 'sk-…' }],
    ['ANTHROPIC_API_KEY must consist', { ANTHROPIC_API_KEY: 'two words' }],
    ['POLYLOGUE_SECRET must have 16', { POLYLOGUE_SECRET: 'short' }],
    ['POLYLOGUE_ADMIN_EMAIL is', { POLYLOGUE_ADMIN_EMAIL: 'anna', POLYLOGUE_ADMIN_PASSWORD: 'x' }],
    ['belong together', { POLYLOGUE_ADMIN_EMAIL: 'a@b.org' }],
    [
      'POLYLOGUE_ADMIN_PASSWORD must have',
      { POLYLOGUE_ADMIN_EMAIL: 'a@b.org', POLYLOGUE_ADMIN_PASSWORD: 'x'.repeat(1_025) },
    ],
    ['and there is no such file', { POLYLOGUE_CONFIG: '/nowhere/config.json' }],
    ['POLYLOGUE_SSO_CLIENT_SECRET is set', { POLYLOGUE_SSO_CLIENT_SECRET: 'x' }],
    ['POLYLOGUE_PORT is not a known variable', { POLYLOGUE_PORT: '1' }],
    ['S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY must be set', { S3_REGION: 'eu' }],
    ['S3_ENDPOINT must be', { ...s3, S3_ENDPOINT: 's3:9000' }],
    ['S3_ENDPOINT must have no', { ...s3, S3_ENDPOINT: 'http://id:key@s3:9000' }],
    ['S3_BUCKET is “media/files”', { ...s3, S3_BUCKET: 'media/files' }],
    ['S3_REGION is “eu central”', { ...s3, S3_REGION: 'eu central' }],
    ['S3_SECRET_ACCESS_KEY must consist', { ...s3, S3_SECRET_ACCESS_KEY: 'a b' }],
  ])('is refused with: %s', (sentence, environment) => {
    const said = refusal({}, environment)
    expect(said).toContain(sentence)
    expect(said).not.toMatch(/50%off|sk-|two words|id:key/)
  })

  test('is accepted as documented', () => {
    expect(read({}, { ...s3, PORT: '8080', DATABASE_URL: 'postgresql://u:50%25@db/x' })).toMatchObject({
      port: 8_080,
      s3: { bucket: 'media', region: 'us-east-1' },
    })
  })

  test('a key that a provider takes from a variable is checked as well', () => {
    const providers = [{ name: 'A', kind: 'openai', addresses: ['http://a'], apiKeyEnv: 'A_KEY' }]
    expect(refusal({ providers }, { A_KEY: 'a b' })).toContain('A_KEY must consist')
  })
})
