import { expect, test } from 'vitest'
import { catalogueEntrySchema } from '#config-embedded.ts'
import { configFileSchema } from '#config-file.ts'
import { BUILT_IN_CATALOGUE, mergeCatalogue } from './catalogue.ts'
import { fileNameOf, nameOfFile } from './names.ts'

const OWN = {
  family: 'own',
  tag: '1b',
  parameters: 1,
  licence: { name: 'MIT' },
  contextLength: 4_096,
  capabilities: ['chat' as const],
  address: 'http://mirror.internal/own.gguf',
  sha256: 'A'.repeat(64),
}

test('the built-in catalogue has families from 0.4 to 8 billion parameters and an embedding model', () => {
  const chat = BUILT_IN_CATALOGUE.filter(({ capabilities }) => capabilities.includes('chat'))
  expect(chat.length).toBeGreaterThanOrEqual(6)
  expect(new Set(chat.map(({ family }) => family)).size).toBeGreaterThanOrEqual(5)
  expect(Math.min(...chat.map(({ parameters }) => parameters))).toBeLessThanOrEqual(0.4)
  expect(Math.max(...chat.map(({ parameters }) => parameters))).toBeGreaterThanOrEqual(8)
  expect(BUILT_IN_CATALOGUE.some(({ capabilities }) => capabilities.includes('embeddings'))).toBe(true)
  expect(new Set(BUILT_IN_CATALOGUE.map(({ sha256 }) => sha256)).size).toBe(BUILT_IN_CATALOGUE.length)
})

test.each(BUILT_IN_CATALOGUE.map((entry) => [entry.name, entry] as const))('%s is valid', (_, entry) => {
  const { name, configured, ...written } = entry
  expect(catalogueEntrySchema.safeParse(written).error).toBeUndefined()
  expect(configured).toBe(false)
  // The address contains a revision, so its content never changes.
  expect(entry.address).toMatch(
    /^https:\/\/huggingface\.co\/[\w.-]+\/[\w.-]+\/resolve\/[0-9a-f]{40}\/[\w.-]+\.gguf$/,
  )
  expect(entry.licence.address).toMatch(/^https:\/\//)
  expect(entry.memoryBytes).toBeGreaterThan(entry.sizeBytes ?? Infinity)
  expect(nameOfFile(fileNameOf(entry))?.name).toBe(name)
})

test('configured entries replace built-in ones with the same name; others are appended', () => {
  const mirror = { ...OWN, family: 'qwen3', tag: '0.6b', address: 'http://10.0.0.7/qwen.gguf' }
  const merged = mergeCatalogue([mirror, OWN], { builtIn: true })
  expect(merged).toHaveLength(BUILT_IN_CATALOGUE.length + 1)
  expect(merged.find(({ name }) => name === 'qwen3:0.6b')).toMatchObject({
    address: mirror.address,
    configured: true,
  })
  expect(merged.at(-1)).toMatchObject({
    name: 'own:1b',
    title: 'own:1b',
    configured: true,
    memoryBytes: undefined,
  })
  expect(mergeCatalogue([OWN], { builtIn: false })).toHaveLength(1)
})

test('models of the configuration file are validated, and an error names the wrong key', () => {
  const parse = (entry: object) =>
    configFileSchema.safeParse({ embedded: { catalogue: [{ ...OWN, ...entry }] } })
  expect(parse({}).data?.embedded.catalogue[0]).toMatchObject({ sha256: 'a'.repeat(64) })
  const whereOf = (entry: object) => parse(entry).error?.issues[0]?.path.join('.')
  expect(whereOf({ family: '../up' })).toBe('embedded.catalogue.0.family')
  expect(whereOf({ tag: 'a--b' })).toBe('embedded.catalogue.0.tag')
  expect(whereOf({ sha256: 'abc' })).toBe('embedded.catalogue.0.sha256')
  expect(whereOf({ address: 'file:///etc/passwd' })).toBe('embedded.catalogue.0.address')
  expect(whereOf({ address: 'http://user:word@mirror/x.gguf' })).toBe('embedded.catalogue.0.address')
  expect(whereOf({ capabilities: ['vision'] })).toBe('embedded.catalogue.0.capabilities.0')
  expect(parse({ sizeMb: 3 }).error?.issues[0]).toMatchObject({ code: 'unrecognized_keys', keys: ['sizeMb'] })
})
