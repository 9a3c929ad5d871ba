// Providers in the configuration file: valid entries, and the messages for invalid ones.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { ConfigError, readConfig } from '#config.ts'

const folder = mkdtempSync(join(tmpdir(), 'polylogue-config-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const readWhole = (file: unknown, environment: Record<string, string> = {}) => {
  const path = join(folder, 'config.json')
  writeFileSync(path, JSON.stringify(file))
  return readConfig({ POLYLOGUE_CONFIG: path, ...environment }, '1')
}
const read = (providers: unknown, environment?: Record<string, string>) =>
  readWhole({ providers }, environment)
const one = { name: 'Cluster', kind: 'ollama', addresses: ['http://gpu-1:11434/', 'http://gpu-2:11434'] }

test('reads a provider with its API key from an environment variable', () => {
  const { file } = read([{ ...one, apiKeyEnv: 'GPU_KEY', atOnce: 4 }], { GPU_KEY: 'sk-1' })
  expect(file.providers).toEqual([
    {
      name: 'Cluster',
      kind: 'ollama',
      addresses: ['http://gpu-1:11434', 'http://gpu-2:11434'],
      apiKey: 'sk-1',
      oldServer: false,
      atOnce: 4,
    },
  ])
})

describe('an invalid provider is named in the error', () => {
  test.each([
    ['an unknown key', { ...one, url: 'x' }, /“providers.0.url” is not a known key/],
    ['another kind', { ...one, kind: 'guide' }, /“providers\.0\.kind” is not valid/],
    ['no address', { ...one, addresses: [] }, /“providers\.0\.addresses” is not valid/],
    ['an invalid address', { ...one, addresses: ['gpu-1'] }, /“providers\.0\.addresses\.0” is not valid/],
    ['a key in the address', { ...one, addresses: ['http://x/?key=1'] }, /must have no user name, query/],
    ['two keys', { ...one, apiKey: 'a', apiKeyEnv: 'B' }, /cannot be combined with “apiKey”/],
    [
      'a variable that is not set',
      { ...one, apiKeyEnv: 'GPU_KEY' },
      /takes its key from GPU_KEY, and that variable is not set/,
    ],
    ['no parallel requests', { ...one, atOnce: 0 }, /“providers\.0\.atOnce” is not valid/],
  ])('%s', (_, provider, sentence) => {
    expect(() => read([provider])).toThrow(ConfigError)
    expect(() => read([provider])).toThrow(sentence)
  })
})

describe('the embedded engine', () => {
  test('is enabled by default, with four sequences', () => {
    const { embedded } = readWhole({}).file
    expect(embedded).toEqual({ enabled: true, sequences: 4, builtInCatalogue: true, catalogue: [] })
    expect(readWhole({ embedded: { enabled: false } }).file.embedded.enabled).toBe(false)
  })

  test.each([
    ['no thread', { threads: 0 }, /“embedded\.threads” is not valid/],
    ['no sequence', { sequences: 0 }, /“embedded\.sequences” is not valid/],
    ['too little memory', { memoryMb: 1 }, /“embedded\.memoryMb” is not valid/],
    ['an unknown key', { gpu: true }, /“embedded.gpu” is not a known key/],
    ['a model without an address', { catalogue: [{ family: 'x' }] }, /“embedded\.catalogue\.0\./],
  ])('%s is named in the error', (_, embedded, sentence) => {
    expect(() => readWhole({ embedded })).toThrow(sentence)
  })
})
