import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { z } from 'zod'
import { configFileSchema } from './config-file.ts'
import { configurationOf, SECRET_KEYS } from './config-values.ts'
import { readConfig } from './config.ts'

const folder = mkdtempSync(join(tmpdir(), 'plg-values-'))
afterAll(() => rmSync(folder, { recursive: true }))

function read(content: object, variables: Record<string, string> = {}) {
  writeFileSync(join(folder, 'config.json'), JSON.stringify(content))
  const { file, origin } = readConfig({ POLYLOGUE_DATA_DIR: folder, ...variables }, '1.0.0')
  const { path, values } = configurationOf(file, origin!)
  const of = (key: string) => values.find((one) => one.key === key)
  return { path, values, of }
}

test('every key of the schema is listed once, and is in the documentation (CONFIG-9)', () => {
  const { values } = read({})
  const keys = values.map(({ key }) => key)
  expect(new Set(keys).size).toBe(keys.length)
  expect([...new Set(keys.map((key) => key.split('.')[0]))]).toEqual(Object.keys(configFileSchema.shape))
  expect(keys).toEqual(
    expect.arrayContaining(['limits.bodyBytes', 'attachments.types.text', 'sso.clientSecret']),
  )
  const documentation = readFileSync(join(import.meta.dirname, '../../../docs/operating.md'), 'utf8')
  const headings = [...documentation.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^a-z\d -]/g, '')
      .replaceAll(' ', '-'),
  )
  for (const { key, section } of values) {
    expect(documentation, key).toContain(`\`${key.split('.')[0]}\``)
    expect(headings, key).toContain(section)
  }
})

test('a value says where it comes from', () => {
  const { path, of } = read(
    { appName: 'Werkbank', chatTitles: true, limits: { bodyBytes: 20_000 } },
    { POLYLOGUE_CHAT_TITLES: 'off' },
  )
  expect(path).toBe(join(folder, 'config.json'))
  expect(of('appName')).toMatchObject({ value: '"Werkbank"', source: 'file', variable: null })
  expect(of('chatTitles')).toMatchObject({
    value: 'false',
    source: 'environment',
    variable: 'POLYLOGUE_CHAT_TITLES',
  })
  expect(of('limits.bodyBytes')).toMatchObject({ value: '20000', source: 'file' })
  expect(of('limits.uploadBytes')).toMatchObject({ value: '150000000', source: 'default' })
  expect(of('sso.issuer')).toMatchObject({ value: null, isSet: false, source: 'default' })
})

test('secrets are never shown', () => {
  const translators = { server: { kind: 'deepl', apiKey: 'sesame-1' } }
  const providers = [
    { name: 'A', kind: 'openai', addresses: ['http://10.0.0.1'], apiKey: 'sesame-2' },
    { name: 'B', kind: 'openai', addresses: ['http://10.0.0.2'], apiKeyEnv: 'OF_B' },
  ]
  const sso = { name: 'S', issuer: 'https://id.example.org', clientId: 'c' }
  const variables = { OF_B: 'sesame-3', POLYLOGUE_SSO_CLIENT_SECRET: 'sesame-4' }
  const { values, of } = read({ translators, providers, sso }, variables)
  expect(JSON.stringify(values)).not.toContain('sesame')
  expect(of('providers')?.value).toContain('"apiKey":"•••"')
  expect(of('translators.server')?.value).toContain('•••')
  expect(of('sso.clientSecret')).toMatchObject({
    value: null,
    isSecret: true,
    isSet: true,
    source: 'environment',
  })
})

test('every key of the schema that may have a secret is known as one', () => {
  const schema = JSON.stringify(z.toJSONSchema(configFileSchema, { io: 'input', unrepresentable: 'any' }))
  const names = [...schema.matchAll(/"(\w*(?:key|secret|password|token)\w*)":\{/gi)].map(
    ([, name = '']) => name,
  )
  const harmless = ['apiKeyEnv', 'firstTokenMs', 'contextTokens', 'minimumPasswordStrength']
  expect(new Set(names)).toEqual(new Set([...SECRET_KEYS, ...harmless]))
})
