import { contract, PLUGIN_SCOPES, PLUGIN_SCOPE_IDS, type Call, type Calls } from '@polylogue/contract'
import { describe, expect, test } from 'vitest'
import { readManifest, type Plugin } from './rules.ts'

const GOOD = {
  id: 'word-count',
  apiId: 101,
  apiName: 'word-count',
  name: { en: 'Word count', de: 'Wörter zählen' },
  description: 'Counts words.',
  longDescription: 'Counts the words of your chats.',
  page: 'index.html',
  scopes: ['read-chats'],
}
const read = (change: object = {}, folder = 'word-count') =>
  readManifest(folder, JSON.stringify({ ...GOOD, ...change }))
const hashOf = (scopes: readonly string[]) => (read({ scopes }) as Plugin).hash

test('a manifest has words by language, and defaults (PLUGIN-4)', () => {
  expect(read()).toMatchObject({
    id: 'word-count',
    settingId: 1_101,
    name: 'Word count',
    description: 'Counts words.',
    type: 'custom',
    icon: 'schema',
    scopes: ['read-chats'],
    translations: { de: { name: 'Wörter zählen' } },
  })
})

describe('a manifest is refused with a sentence (PLUGIN-4)', () => {
  test.each<[string, object, RegExp]>([
    ['another id', { id: 'other' }, /id must be the name of the folder, "word-count"/],
    ['an id with capitals', { id: 'Word' }, /id must have a–z, 0–9 and hyphens/],
    ['a number of the product', { apiId: 3 }, /apiId must be 100 or more/],
    ['a number that no setting has', { apiId: 32_000 }, /apiId can be 30000/],
    ['an unknown type', { type: 'cheap' }, /type Invalid option/],
    ['an unknown scope', { scopes: ['delete-users'] }, /"delete-users", which does not exist; there are/],
    ['a scope of the prototype', { scopes: ['constructor'] }, /"constructor", which does not exist/],
    ['a scope twice', { scopes: ['read-chats', 'read-chats'] }, /scopes names one twice/],
    ['a page outside', { page: '../index.html' }, /page must be the path/],
    ['a page of elsewhere', { page: 'https://evil.example/x.html' }, /page must be the path/],
    ['a page that is a script', { page: 'index.js' }, /page must end with .html/],
    ['a hidden page', { page: '.git/x.html' }, /page must be the path/],
    ['a name that turns its direction', { name: 'abc\u202egnp' }, /name must not contain control characters/],
    ['a name of 61 letters', { name: 'x'.repeat(61) }, /name can have 60 characters/],
    ['an empty name in a language', { name: { en: 'x', de: ' ' } }, /name.de must not be empty/],
    ['no description', { description: undefined }, /description must be a text of at most 300/],
    ['an icon with markup', { icon: '<svg>' }, /icon /],
  ])('%s', (_, change, sentence) => {
    expect(read(change)).toEqual(expect.stringMatching(sentence))
  })

  test('a name of the product, no JSON, no object', () => {
    expect(read({ id: 'translate' }, 'translate')).toMatch(/that of a plugin of the product/)
    expect(readManifest('x', '{')).toMatch(/is not valid JSON/)
    expect(readManifest('x', '[]')).toMatch(/it /)
    expect(readManifest('x', '{"__proto__":{"id":"x"}}')).toMatch(/id /)
  })

  test('what somebody wrote is cut in the sentence', () => {
    expect(read({ scopes: ['x'.repeat(60_000)] })).toHaveLength(
      (read({ scopes: ['x'.repeat(50_000)] }) as string).length,
    )
  })
})

test('another list of scopes has another hash, the order does not count (PLUGIN-6)', () => {
  expect(hashOf(['read-prompts', 'read-chats'])).toBe(hashOf(['read-chats', 'read-prompts']))
  expect(new Set([hashOf([]), hashOf(['read-chats']), hashOf(['read-chats', 'read-prompts'])]).size).toBe(3)
})

const NOUNS: Readonly<Record<string, Calls>> = contract
const callOf = (name: string): Call | undefined => {
  const [noun = '', call = ''] = name.split('.')
  return NOUNS[noun]?.[call]
}

describe('scopes (PLUGIN-6)', () => {
  const scoped = PLUGIN_SCOPE_IDS.flatMap((scope) => Object.entries(PLUGIN_SCOPES[scope]))

  test.each(scoped)('%s is a call that people and their programs may make', (name, rules) => {
    const call = callOf(name)
    expect(call).toBeDefined()
    // What only a session may do changes accounts, access, tokens or sessions.
    expect(call?.sessionOnly ?? false).toBe(false)
    expect(call?.admits).toBeUndefined()
    expect(name).not.toMatch(
      /^(auth|users|usage|configuration|contexts|publications|settings|plugins|providers|apitokens|chatbots|shares|audit|system|branding|announcements|bin|vectors|notifications|tools)\./,
    )
    expect(call?.permission ?? 'can_use').toMatch(/^can_use/)
    const { body = [] } = rules as { body?: readonly string[] }
    for (const field of body) expect(field).not.toMatch(/context|owner|permission|role|datasource|custInst/i)
    // Calls with a body have a list of fields, so that a new field of the contract is not given by itself.
    if (call?.method === 'POST') expect(body).not.toEqual([])
  })

  test.each(scoped)('%s changes nothing, or only a chat that the plugin began', (name, rules) => {
    const method = callOf(name)?.method
    const { within, begins } = rules as { within?: string; begins?: string }
    if (method === 'GET' || name === 'datasources.search') return
    expect(within !== undefined || begins === 'project').toBe(true)
  })
})
