import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ConfigError, readConfig } from './config.ts'

let folder: string
beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), 'polylogue-translators-'))))
afterAll(() => rmSync(folder, { recursive: true }))

function read(translators: unknown, environment: Record<string, string> = {}) {
  const path = join(folder, 'config.json')
  writeFileSync(path, JSON.stringify({ translators }))
  return readConfig({ POLYLOGUE_CONFIG: path, ...environment }, '1.0.0').file.translators
}

test('without translators in the file only the default request limit is set', () => {
  expect(read(undefined)).toEqual({ requestsPerMinute: 60 })
})

test('the API key of a server comes from the file or from the environment', () => {
  const server = { kind: 'libretranslate', address: 'http://10.0.0.5:5000/' }
  expect(read({ server: { ...server, apiKey: 'key' } }).server).toMatchObject({
    address: 'http://10.0.0.5:5000',
    apiKey: 'key',
  })
  const named = read({ server: { ...server, apiKeyEnv: 'LT_KEY' } }, { LT_KEY: 'from-there' }).server
  expect(named).toMatchObject({ apiKey: 'from-there' })
  expect(read({ server: { kind: 'deepl', apiKey: 'key:fx' } }).server).toMatchObject({ kind: 'deepl' })
})

test.each([
  ['an unknown kind', { server: { kind: 'google', address: 'https://x.org' } }, /translators\.server\.kind/],
  ['no address', { server: { kind: 'libretranslate' } }, /translators\.server\.address/],
  [
    'an address with a password',
    { server: { kind: 'libretranslate', address: 'http://a:b@x.org' } },
    /no user name/,
  ],
  [
    'an unsupported protocol',
    { server: { kind: 'libretranslate', address: 'file:///x' } },
    /translators\.server\.address/,
  ],
  ['DeepL without a key', { server: { kind: 'deepl' } }, /is needed for DeepL/],
  ['two keys', { server: { kind: 'deepl', apiKey: 'a', apiKeyEnv: 'B' } }, /cannot be combined/],
  [
    'a variable that is not set',
    { server: { kind: 'deepl', apiKeyEnv: 'NOT_SET' } },
    /NOT_SET, and that variable is not set/,
  ],
  ['an unknown key', { servers: [] }, /“translators\.servers” is not a known key/],
  ['a wrong limit', { requestsPerMinute: 0 }, /translators\.requestsPerMinute/],
])('refuses to start with %s', (_, translators, sentence) => {
  const reading = () => read(translators)
  expect(reading).toThrow(ConfigError)
  expect(reading).toThrow(sentence)
})
