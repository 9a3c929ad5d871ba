import { describe, expect, test } from 'vitest'
import type { Provider } from '@polylogue/contract'
import { FRESH, testedOf, typedOf, valuesOf, wrongWith, type Typed } from './values.ts'

const typed = (some: Partial<Typed>): Typed => ({
  ...FRESH,
  name: 'Ollama',
  addresses: 'http://10.0.0.4:11434',
  ...some,
})

describe('the validation', () => {
  test.each<[string, Partial<Typed>, object]>([
    ['no error', {}, {}],
    ['a missing name', { name: '  ' }, { name: 'name' }],
    ['a missing address', { addresses: ' \n ' }, { addresses: 'noAddress' }],
    ['an address that is not http(s)', { addresses: 'ftp://a' }, { addresses: 'address' }],
    ['an address without a protocol', { addresses: 'localhost:11434' }, { addresses: 'address' }],
    ['an invalid address of two', { addresses: 'http://a\nb' }, { addresses: 'address' }],
    ['a password in an address', { addresses: 'http://me:secret@a' }, { addresses: 'user' }],
    ['a key of two words', { apiKey: 'a key' }, { apiKey: 'key' }],
    ['a limit that is not a whole number', { atOnce: '1.5' }, { atOnce: 'atOnce' }],
    ['a limit of zero parallel requests', { atOnce: '0' }, { atOnce: 'atOnce' }],
  ])('reports %s', (_, some, wrong) => {
    expect(wrongWith(typed(some))).toEqual(wrong)
  })
})

test('sends each address once', () => {
  expect(valuesOf(typed({ addresses: 'http://a \n http://b\n\nhttp://a' })).addresses).toEqual([
    'http://a',
    'http://b',
  ])
})

test('does not send an unchanged key, and removes an emptied one', () => {
  expect(valuesOf(typed({}))).not.toHaveProperty('apiKey')
  expect(valuesOf(typed({ apiKey: '' })).apiKey).toBe('')
  expect(testedOf(typed({}), 4)).toEqual({ kind: 'ollama', addresses: ['http://10.0.0.4:11434'], id: 4 })
})

test('sends the setting for old servers only for Ollama', () => {
  expect(valuesOf(typed({ kind: 'openai', oldServer: true })).oldServer).toBe(false)
})

describe('whether prompts stay in the organisation', () => {
  test('follows the addresses until somebody chooses', () => {
    const openAi = { kind: 'openai', addresses: 'https://api.openai.com' } as const
    expect(valuesOf(typed({})).isLocal).toBe(true)
    expect(valuesOf(typed(openAi)).isLocal).toBe(false)
    expect(valuesOf(typed({ addresses: 'http://10.0.0.4\nhttps://models.example.org' })).isLocal).toBe(false)
    expect(valuesOf(typed({ ...openAi, isLocal: true })).isLocal).toBe(true)
  })

  test('follows the addresses of a stored provider, too, if they decided before', () => {
    const stored = (isLocal: boolean, address: string) =>
      typedOf({ kind: 'openai', name: 'x', isLocal, hosts: [{ address }] } as unknown as Provider)
    const moved = { addresses: 'https://api.openai.com' }
    expect(valuesOf({ ...stored(true, 'http://10.0.0.4'), ...moved }).isLocal).toBe(false)
    expect(valuesOf({ ...stored(true, 'https://models.example.org'), ...moved }).isLocal).toBe(true)
  })
})
