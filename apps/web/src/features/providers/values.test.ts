import { describe, expect, test } from 'vitest'
import { FRESH, testedOf, valuesOf, wrongWith, type Typed } from './values.ts'

const typed = (some: Partial<Typed>): Typed => ({
  ...FRESH,
  name: 'Ollama',
  addresses: 'http://10.0.0.4:11434',
  ...some,
})

describe('what is wrong', () => {
  test.each<[string, Partial<Typed>, object]>([
    ['nothing', {}, {}],
    ['no name', { name: '  ' }, { name: 'name' }],
    ['no address', { addresses: ' \n ' }, { addresses: 'noAddress' }],
    ['no address of the web', { addresses: 'ftp://a' }, { addresses: 'address' }],
    ['an address without its protocol', { addresses: 'localhost:11434' }, { addresses: 'address' }],
    ['one of two', { addresses: 'http://a\nb' }, { addresses: 'address' }],
    ['a password in it', { addresses: 'http://me:secret@a' }, { addresses: 'user' }],
    ['a key of two words', { apiKey: 'a key' }, { apiKey: 'key' }],
    ['no whole number', { atOnce: '1.5' }, { atOnce: 'atOnce' }],
    ['none at once', { atOnce: '0' }, { atOnce: 'atOnce' }],
  ])('%s', (_, some, wrong) => {
    expect(wrongWith(typed(some))).toEqual(wrong)
  })
})

test('addresses are sent one by one, each once', () => {
  expect(valuesOf(typed({ addresses: 'http://a \n http://b\n\nhttp://a' })).addresses).toEqual([
    'http://a',
    'http://b',
  ])
})

test('a key that was not touched is not sent, and an emptied one takes it away', () => {
  expect(valuesOf(typed({}))).not.toHaveProperty('apiKey')
  expect(valuesOf(typed({ apiKey: '' })).apiKey).toBe('')
  expect(testedOf(typed({}), 4)).toEqual({ kind: 'ollama', addresses: ['http://10.0.0.4:11434'], id: 4 })
})

test('only Ollama has old servers', () => {
  expect(valuesOf(typed({ kind: 'openai', oldServer: true })).oldServer).toBe(false)
})
