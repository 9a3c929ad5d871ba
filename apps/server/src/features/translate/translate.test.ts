// Translations over HTTP, with a small test server in place of LibreTranslate and DeepL.
import { contract, PROBLEMS, type ProblemCode } from '@polylogue/contract'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { testApp, type TestApp, type TestUser } from '#test/test-app.ts'
import { startTranslationServer, type Faults, type TranslationServer } from '#test/translation-server.ts'

const KEY = 'a-good-key'

interface Place extends AsyncDisposable {
  readonly app: TestApp
  readonly server: TranslationServer
  readonly anna: TestUser
}

async function openPlace(
  kind: 'libretranslate' | 'deepl',
  more: { server?: object; file?: object; options?: Parameters<typeof startTranslationServer>[0] } = {},
  clock?: { now(): Date },
): Promise<Place> {
  const server = await startTranslationServer({ apiKey: KEY, charLimit: 100, ...more.options })
  const app = await testApp({
    file: {
      translators: {
        server: { kind, address: server.url, apiKey: KEY, ...more.server },
        requestsPerMinute: 10_000,
      },
      limits: { idleMs: 1_000 },
      ...more.file,
    },
    ...(clock ? { clock } : {}),
  })
  return {
    app,
    server,
    anna: await app.deps.user(),
    async [Symbol.asyncDispose]() {
      await app.close()
      await server.close()
    },
  }
}

const translate = async (
  { client }: TestUser,
  body: { sourceLang?: string; targetLang: string; sourceText: string },
) => (await client.call(contract.translate.text, { body })).data
const langs = async ({ client }: TestUser, language?: string) =>
  (await client.call(contract.translate.langs, { query: language === undefined ? {} : { language } })).data

const FAULTS: [string, Faults, ProblemCode][] = [
  ['a refused key', { status: 403, error: 'Invalid API key' }, 'TRANSLATOR_AUTH'],
  ['too many requests', { status: 429, retryAfter: '7' }, 'TRANSLATOR_BUSY'],
  ['a used-up quota', { status: 456 }, 'TRANSLATOR_QUOTA'],
  ['a too long request', { status: 413 }, 'TRANSLATOR_FAILED'],
  ['a failure', { status: 500 }, 'TRANSLATOR_FAILED'],
  ['a redirect', { status: 302 }, 'TRANSLATOR_FAILED'],
  ['silence', { hangs: true }, 'TRANSLATOR_TIMEOUT'],
  ['a broken connection', { hangsUp: true }, 'TRANSLATOR_UNREACHABLE'],
  ['invalid JSON', { raw: '<html>Sign in' }, 'TRANSLATOR_FAILED'],
  ['unexpected JSON', { raw: '[1, {"translatedText": 5, "translations": [{}]}]' }, 'TRANSLATOR_FAILED'],
  ['an endless reply', { endless: 5_000_000 }, 'TRANSLATOR_FAILED'],
  ['too few translations', { loses: true }, 'TRANSLATOR_FAILED'],
]

/** One app for each kind of server, shared by most tests. */
const places = {} as Record<'libretranslate' | 'deepl', Place>
beforeAll(async () => {
  for (const kind of ['libretranslate', 'deepl'] as const) places[kind] = await openPlace(kind)
})
afterAll(async () => {
  for (const place of Object.values(places)) await place[Symbol.asyncDispose]()
})
afterEach(() => {
  for (const { server } of Object.values(places)) {
    server.faults = {}
    server.asked.length = 0
  }
})

describe.each(['libretranslate', 'deepl'] as const)('%s', (kind) => {
  const name = kind === 'deepl' ? 'DeepL' : 'LibreTranslate'
  let place: Place
  beforeAll(() => void (place = places[kind]))

  test('translates, and returns the provider', async () => {
    const answer = await translate(place.anna, {
      sourceLang: 'en',
      targetLang: 'de',
      sourceText: 'Good morning',
    })
    expect(answer).toEqual({
      targetText: 'GOOD MORNING',
      detectedLang: null,
      provider: { name, kind, external: false },
    })
    expect(place.server.asked).toEqual([
      kind === 'deepl'
        ? { text: ['Good morning'], source_lang: 'EN', target_lang: 'DE', preserve_formatting: true }
        : { q: ['Good morning'], source: 'en', target: 'de', format: 'text', api_key: KEY },
    ])
  })

  test('detects the language of a text without one', async () => {
    const { detectedLang } = await translate(place.anna, { targetLang: 'de', sourceText: 'Good morning' })
    expect(detectedLang).toBe('en')
    expect(place.server.asked[0]).toMatchObject(kind === 'deepl' ? { target_lang: 'DE' } : { source: 'auto' })
    expect(place.server.asked[0]).not.toHaveProperty('source_lang')
  })

  test('returns the language of most of a text, and none that is not offered', async () => {
    place.server.faults = { detects: { Bonjour: 'fr', 'Guten Tag': 'de' } }
    const detectedIn = async (sourceText: string) =>
      (await translate(place.anna, { targetLang: 'en', sourceText })).detectedLang
    expect(await detectedIn('Hi.\n\nGuten Tag, liebe Kolleginnen und Kollegen.')).toBe('de')
    expect(await detectedIn('Bonjour à tous.')).toBe(null)
  })

  test('sends no code, addresses or placeholders, and keeps the formatting', async () => {
    const sourceText =
      '# Dear {{name}}\n\n1. Run `make all` at https://example.org/a.\n\n```\nlet x = "words"\n```\n'
    const { targetText } = await translate(place.anna, { targetLang: 'de', sourceText })
    expect(targetText).toBe(
      '# DEAR {{name}}\n\n1. RUN `make all` AT https://example.org/a.\n\n```\nlet x = "words"\n```\n',
    )
    expect(place.server.texts().join(' ')).not.toMatch(/name|make|example|words/)
  })

  test('repairs marks that the server lost', async () => {
    place.server.faults = { mangles: true }
    const sourceText = 'Dear {{name}}, welcome to {{place}}!'
    const { targetText } = await translate(place.anna, { targetLang: 'de', sourceText })
    expect(targetText).toBe('DEAR {{name}}, WELCOME TO {{place}}!')
  })

  test('lists its languages by name in the reader’s language', async () => {
    const { sourceLangs, targetLangs, provider, reason } = await langs(place.anna, 'de')
    expect(sourceLangs).toEqual({ bg: 'Bulgarisch', de: 'Deutsch', en: 'Englisch' })
    expect(targetLangs).toMatchObject({ bg: 'Bulgarisch', de: 'Deutsch' })
    expect([provider?.name, reason]).toEqual([name, null])
  })

  test.each(FAULTS)('after %s returns the error without retry, and works again', async (_, faults, code) => {
    place.server.faults = { ...faults, at: 'translate' }
    const sourceText = 'A text of many words that stays secret'
    const refused = place.anna.client.call(contract.translate.text, {
      body: { targetLang: 'de', sourceText },
    })
    await expect(refused).rejects.toMatchObject({ status: PROBLEMS[code][0], code })
    await expect(refused).rejects.toThrow(name)
    expect(place.server.asked).toHaveLength(1)
    place.server.faults = {}
    expect((await translate(place.anna, { targetLang: 'de', sourceText })).targetText).toBe(
      sourceText.toUpperCase(),
    )
    expect(place.app.logged()).not.toMatch(/stays secret|a-good-key|"level":50/i)
  })

  test('refuses an unknown language with 400 before sending anything', async () => {
    const body = { targetLang: 'ja', sourceText: 'Good morning' }
    await expect(translate(place.anna, body)).rejects.toMatchObject({
      status: 400,
      code: 'TRANSLATE_LANGUAGE',
    })
    const from = { sourceLang: 'ja', targetLang: 'de', sourceText: 'Good morning' }
    await expect(translate(place.anna, from)).rejects.toMatchObject({ status: 400, code: 'TRANSLATE_PAIR' })
    expect(place.server.asked).toEqual([])
  })

  test('names a pair of languages that the server refuses', async () => {
    const error =
      kind === 'deepl' ? "Value for 'target_lang' not supported." : 'de is not available as a target language'
    place.server.faults = { status: 400, error, at: 'translate' }
    const refused = translate(place.anna, { sourceLang: 'en', targetLang: 'de', sourceText: 'Good morning' })
    await expect(refused).rejects.toMatchObject({ status: 400, code: 'TRANSLATE_PAIR' })
    await expect(refused).rejects.toThrow(`${name} does not translate from en into de`)
  })

  test('does not send a text whose languages are the same', async () => {
    const body = { sourceLang: 'de', targetLang: 'de', sourceText: 'Guten Tag' }
    expect((await translate(place.anna, body)).targetText).toBe('Guten Tag')
    expect(place.server.asked).toEqual([])
  })

  test('does not send a text without words', async () => {
    expect((await translate(place.anna, { targetLang: 'de', sourceText: '```\nx\n```' })).targetText).toBe(
      '```\nx\n```',
    )
    expect(place.server.asked).toEqual([])
  })

  test('aborts the request to the server when the client disconnects', async () => {
    place.server.faults = { hangs: true, at: 'translate' }
    const gone = new AbortController()
    const before = place.server.abandoned()
    const left = fetch(`${place.app.url}/api/v1/tools/translate/text`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${place.anna.token}`,
        'x-requested-with': 'XMLHttpRequest',
        'content-type': 'application/json',
      },
      body: JSON.stringify({ targetLang: 'de', sourceText: 'Good morning' }),
      signal: gone.signal,
    })
    await expect.poll(() => place.server.asked.length).toBe(1)
    const began = performance.now()
    gone.abort()
    await expect(left).rejects.toThrow()
    await expect.poll(() => place.server.abandoned(), { interval: 5 }).toBe(before + 1)
    // Earlier than the server's own timeout.
    expect(performance.now() - began).toBeLessThan(800)
  })
})

test('a long text is split below the server’s limit, sent three at a time, and joined in order', async () => {
  const place = places.libretranslate
  const sourceText = Array.from({ length: 60 }, (_, index) => `Sentence number ${index} of this text.`).join(
    ' ',
  )
  const { targetText } = await translate(place.anna, { targetLang: 'de', sourceText })
  expect(targetText).toBe(sourceText.toUpperCase())
  const sizes = place.server.asked.map((body) => (body['q'] as string[]).join('').length)
  expect(Math.max(...sizes)).toBeLessThanOrEqual(100)
  expect(place.server.peak()).toBe(3)
})

test.each([-1, undefined])('a server with the limit %s gets larger requests', async (charLimit) => {
  await using place = await openPlace('libretranslate', { options: { charLimit } })
  const sourceText = 'Sentence after sentence. '.repeat(60)
  await translate(place.anna, { targetLang: 'de', sourceText })
  expect(place.server.asked).toHaveLength(1)
})

test('DeepL gets at most 50 texts in a request', async () => {
  const place = places.deepl
  const sourceText = Array.from({ length: 120 }, (_, index) => `- item ${index} here`).join('\n')
  const { targetText } = await translate(place.anna, { targetLang: 'EN', sourceText })
  expect(targetText).toBe(sourceText.toUpperCase())
  const sizes = place.server.asked.map((body) => (body['text'] as string[]).length)
  expect(sizes.sort((one, other) => one - other)).toEqual([20, 50, 50])
  expect(place.server.asked[0]).toMatchObject({ target_lang: 'EN-GB' })
})

test('pairs that the server does not list are refused; servers without a list are asked', async () => {
  const body = { sourceLang: 'de', targetLang: 'bg', sourceText: 'Guten Tag' }
  await expect(translate(places.libretranslate.anna, body)).rejects.toMatchObject({
    status: 400,
    code: 'TRANSLATE_PAIR',
  })
  await using old = await openPlace('libretranslate', { options: { targets: false } })
  expect((await translate(old.anna, body)).targetText).toBe('GUTEN TAG')
})

test('languages are cached for an hour, and requested again after a failure', async () => {
  let now = Date.now()
  await using place = await openPlace('libretranslate', {}, { now: () => new Date(now) })
  const { server } = place
  // Sessions and tokens live longer than the clock moves.
  const calls = () => server.calls.get('/languages') ?? 0
  server.faults = { status: 500, at: 'languages' }
  expect(await langs(place.anna)).toMatchObject({
    sourceLangs: {},
    targetLangs: {},
    reason: 'TRANSLATOR_FAILED',
    provider: { name: 'LibreTranslate' },
  })
  server.faults = {}
  expect((await langs(place.anna)).reason).toBeNull()
  const known = calls()
  await Promise.all([
    langs(place.anna),
    langs(place.anna),
    translate(place.anna, { targetLang: 'de', sourceText: 'a' }),
  ])
  expect(calls()).toBe(known)
  now += 3_600_001
  const anna = await place.app.deps.again(place.anna)
  await Promise.all([langs(anna), langs(anna)])
  expect(calls()).toBe(known + 1)
})

test('an unreachable server is reported with the languages, without its address', async () => {
  const server = await startTranslationServer()
  await server.close()
  await using app = await testApp({
    file: { translators: { server: { kind: 'libretranslate', address: server.url, name: 'House' } } },
  })
  const anna = await app.deps.user()
  expect(await langs(anna)).toMatchObject({ reason: 'TRANSLATOR_UNREACHABLE', provider: { name: 'House' } })
  await expect(translate(anna, { targetLang: 'de', sourceText: 'a' })).rejects.toThrow(
    'House cannot be reached. Try again later or ask an administrator.',
  )
})

test('a wrong key is reported, and an external server is marked', async () => {
  await using place = await openPlace('deepl', { server: { apiKey: 'other', isLocal: false } })
  await expect(translate(place.anna, { targetLang: 'de', sourceText: 'a' })).rejects.toMatchObject({
    code: 'TRANSLATOR_AUTH',
  })
  expect((await langs(place.anna)).provider).toEqual({ name: 'DeepL', kind: 'deepl', external: true })
})

test('translations of a user are limited per minute and at the same time', async () => {
  await using place = await openPlace('libretranslate', {
    server: {},
    file: { limits: { idleMs: 5_000 } },
  })
  const body = { targetLang: 'de', sourceText: 'Good morning' }
  await langs(place.anna)
  place.server.faults = { hangs: true, at: 'translate' }
  const asked = Array.from({ length: 14 }, () => translate(place.anna, body).catch((error: unknown) => error))
  const first = await Promise.race(asked)
  expect(first).toMatchObject({ status: 429, code: 'TOO_MANY_TRANSLATIONS' })
  expect(place.server.asked.length).toBeLessThanOrEqual(2)
  await place.server.close()
  await Promise.all(asked)

  await using slow = await testApp({ file: { translators: { requestsPerMinute: 1 } } })
  const petra = await slow.deps.user()
  await expect(translate(petra, body)).rejects.toMatchObject({ code: 'TRANSLATE_UNAVAILABLE' })
  await expect(translate(petra, body)).rejects.toMatchObject({ status: 429, code: 'TOO_MANY_ATTEMPTS' })
})

test('an expired trial and users without the permission are refused with 403', async () => {
  const license = { licenseType: 'trial', licenseEnd: '2020-01-01' }
  await using place = await openPlace('libretranslate', { file: { license } })
  const body = { targetLang: 'de', sourceText: 'Good morning' }
  await expect(translate(place.anna, body)).rejects.toMatchObject({ status: 403, code: 'LICENSE_EXPIRED' })
  const guest = await place.app.deps.user({ roleId: 6 })
  await expect(translate(guest, body)).rejects.toMatchObject({ status: 403, code: 'PERMISSION_DENIED' })
  await expect(langs(guest)).rejects.toMatchObject({ status: 403, code: 'PERMISSION_DENIED' })
  expect(place.server.asked).toEqual([])
})

test.each([
  ['no text', { targetLang: 'de', sourceText: ' \n' }],
  ['too much text', { targetLang: 'de', sourceText: 'x'.repeat(20_001) }],
  ['no target', { targetLang: '', sourceText: 'a' }],
  ['an invalid target', { targetLang: "de'; --", sourceText: 'a' }],
  ['several sources', { sourceLang: 'de,en', targetLang: 'de', sourceText: 'a' }],
])('%s is refused with 400', async (_, body) => {
  await expect(translate(places.libretranslate.anna, body)).rejects.toMatchObject({
    status: 400,
    code: 'VALIDATION_FAILED',
  })
})
