// Says the same as i18next for each text of the product, in all forms.
import i18next, { type i18n } from 'i18next'
import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { Translations, type Texts } from './translations.ts'

type Say = (key: string, values?: object) => string

const COUNTS = [undefined, 0, 1, 2, 5, 21, 1.5]

const nounsOf = (language: string): Record<string, Texts> => {
  const folder = new URL(`../texts/${language}/`, import.meta.url)
  return Object.fromEntries(
    readdirSync(folder).map((file) => [
      file.replace('.json', ''),
      JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as Texts,
    ]),
  )
}

function* leaves(texts: Texts, path = ''): Generator<string> {
  for (const [key, value] of Object.entries(texts))
    if (typeof value === 'string') yield path + key
    else yield* leaves(value, `${path}${key}.`)
}

/** Returns the key that a caller passes for a text, with the contexts it may mean: `a_b_one` is of `a_b`, and of `a` in `b`. */
function* callsOf(key: string): Generator<[key: string, context: string | undefined]> {
  const parts = key.split('_')
  for (let end = parts.length; end > 0; end -= 1) {
    const base = parts.slice(0, end).join('_')
    yield [base, undefined]
    for (let to = parts.length; to > end; to -= 1) yield [base, parts.slice(end, to).join('_')]
  }
}

describe.each(['en', 'de', 'bg'])('in %s', (language) => {
  test('every text, plural and context is what i18next says', async () => {
    const nouns = nounsOf(language)
    const reference: i18n = i18next.createInstance()
    await reference.init({
      lng: language,
      fallbackLng: false,
      resources: { [language]: nouns },
      interpolation: { escapeValue: false },
    })
    const own = new Translations()
    own.start({ language, texts: nouns })
    let compared = 0
    const wrong: unknown[] = []
    for (const [noun, texts] of Object.entries(nouns)) {
      const expected = reference.getFixedT(language, noun as 'ui') as unknown as Say
      const said = own.of(language, noun as 'ui') as unknown as Say
      for (const leaf of leaves(texts))
        for (const [key, context] of callsOf(leaf))
          for (const count of COUNTS) {
            // A placeholder as a value stays: it is the user's own text.
            const values = { count, context, name: '{{count}}', number: 0, text: 'a $& b' }
            compared += 1
            const [mine, theirs] = [said(key, values), expected(key, values)]
            if (mine !== theirs && !theirs.includes('returned an object'))
              wrong.push([noun, key, values, mine, theirs])
          }
    }
    expect(wrong).toEqual([])
    expect(compared).toBeGreaterThan(20_000)
  })
})

test('a key of another noun, a missing key and a default value', async () => {
  const reference = i18next.createInstance()
  const texts = { ui: { a: 'A {{n}}' }, other: { a: { b: 'B' } } }
  await reference.init({ lng: 'en', resources: { en: texts }, interpolation: { escapeValue: false } })
  const own = new Translations()
  own.start({ language: 'en', texts })
  const [mine, theirs] = [own.of('en', 'ui'), reference.getFixedT('en', 'ui')] as unknown as [Say, Say]
  const calls: [string, object?][] = [
    ['a'],
    ['a', { n: 1 }],
    ['a', { n: null }],
    ['a', { m: 1 }],
    ['a', { n: undefined }],
    ['other:a.b'],
    ['other:a.c'],
    ['none.at.all'],
    ['toString'],
    ['none', { defaultValue: '' }],
    ['none', { defaultValue: 'so {{n}}', n: 2 }],
  ]
  expect(calls.map((call) => mine(...call))).toEqual(calls.map((call) => theirs(...call)))
})

test('of two changes of language the later one holds, whichever loads first', async () => {
  const replies = new Map<string, () => void>()
  const own = new Translations()
  own.start({
    language: 'en',
    texts: { ui: { a: 'A' } },
    read: (language) =>
      new Promise((resolve) => replies.set(language, () => resolve({ a: `A in ${language}` }))),
  })
  const changes = [own.change('de'), own.change('bg')]
  replies.get('bg')!()
  await changes[1]
  replies.get('de')!()
  await changes[0]
  expect(own.language).toBe('bg')
  expect(own.of('bg', 'ui')('cancel', { defaultValue: '' })).toBe('')
})

test('a sentence that ends with a value with a full stop has one', () => {
  const own = new Translations()
  own.start({ language: 'en', texts: { ui: { a: 'Shared with {{name}}.', b: '{{name}}. More' } } })
  const t = own.of('en', 'ui') as unknown as Say
  expect(['Acme Inc.', 'Bea', '{{name}}.'].map((name) => t('a', { name }))).toEqual([
    'Shared with Acme Inc.',
    'Shared with Bea.',
    'Shared with {{name}}.',
  ])
  expect(t('b', { name: '28. Nov.' })).toBe('28. Nov. More')
  expect(t('a')).toBe('Shared with {{name}}.')
})

test('a name in Arabic or Hebrew does not reorder the words around it', () => {
  const own = new Translations()
  own.start({ language: 'en', texts: { ui: { by: 'Shared by {{name}} (2).' } } })
  const t = own.of('en', 'ui') as unknown as (key: string, values: object) => string
  expect(t('by', { name: 'ליאת' })).toBe('Shared by \u2068ליאת\u2069 (2).')
  expect(t('by', { name: 'Ömer' })).toBe('Shared by Ömer (2).')
})

test('a noun that could not be loaded is loaded again next time', async () => {
  let reply = () => Promise.reject<Texts>(new Error('offline'))
  const own = new Translations()
  own.start({ language: 'en', texts: {}, read: () => reply() })
  await expect(own.load(['ui'])).rejects.toThrow('offline')
  expect(own.has('ui')).toBe(false)
  reply = () => Promise.resolve({ a: 'A' })
  await own.load(['ui'])
  expect(own.find('en', 'ui', 'a')).toBe('A')
})

test('a language whose texts could not be loaded leaves the current one, and can be chosen again', async () => {
  let reply = () => Promise.reject<Texts>(new Error('offline'))
  const own = new Translations()
  own.start({ language: 'en', texts: { ui: { a: 'A' } }, read: () => reply() })
  await own.change('de')
  expect([own.language, own.wanted]).toEqual(['en', 'en'])
  reply = () => Promise.resolve({ a: 'Ä' })
  await own.change('de')
  expect([own.language, own.wanted]).toEqual(['de', 'de'])
  expect(own.find('de', 'ui', 'a')).toBe('Ä')
})
