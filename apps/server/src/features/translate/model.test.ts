// Translations by a deployed language model, from a scripted model server.
import { contract } from '@polylogue/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openTalk, scripted, type Talk } from '#test/talk.ts'
import { testApp } from '#test/test-app.ts'

const translate = async (
  { anna }: Pick<Talk, 'anna'>,
  sourceText: string,
  more: { sourceLang?: string } = {},
) =>
  (await anna.client.call(contract.translate.text, { body: { targetLang: 'de', sourceText, ...more } })).data
const langs = async ({ anna }: Pick<Talk, 'anna'>, language = 'en') =>
  (await anna.client.call(contract.translate.langs, { query: { language } })).data

interface Body {
  max_tokens?: number
  messages: { role: string; content: string }[]
  temperature?: number
}

describe('a language model', () => {
  /** The current answers of the translating model. */
  const settings: NonNullable<Parameters<typeof scripted>[0]> = {}
  const answerWith = (more: typeof settings) => void Object.assign(settings, more)
  let talk: Talk
  beforeAll(async () => {
    const file = { translators: { model: 'script', requestsPerMinute: 10_000 } }
    talk = await openTalk([], { server: { settings }, file })
  })
  afterAll(() => talk[Symbol.asyncDispose]())
  beforeEach(() => {
    for (const name of Object.keys(settings)) delete settings[name as keyof typeof settings]
    talk.server.reset()
  })

  test('gets the text only as the user’s message, with temperature 0, and is counted as usage', async () => {
    answerWith({ text: 'Guten Morgen, liebe Leute' })
    const anna = await talk.app.deps.user()
    const answer = await translate({ anna }, 'Good morning, dear people', { sourceLang: 'en' })
    expect(answer.targetText).toBe('Guten Morgen, liebe Leute')
    expect(answer.provider).toMatchObject({ kind: 'model', external: false })
    expect(answer.provider.name).toMatch(/^script/)
    const { messages, temperature } = talk.server.stats().lastBody as unknown as Body
    expect(temperature).toBe(0)
    expect(messages.map(({ role }) => role)).toEqual(['system', 'user'])
    expect(messages[0]?.content).toContain('from English into German')
    expect(messages[0]?.content).not.toContain('dear people')
    expect(messages[1]?.content).toBe('Good morning, dear people')
    const used = async () => {
      const { data } = await anna.client.call(contract.usage.ofUser, { params: { id: anna.id } })
      return data.usage.total.prompts
    }
    await expect.poll(used).toBe(1)
    expect(talk.app.logged()).not.toMatch(/dear people|liebe Leute/)
  })

  test('has a limit of tokens by the length of the text', async () => {
    answerWith({ text: 'Guten Morgen' })
    const limitFor = async (text: string) => {
      await translate(talk, text)
      return (talk.server.stats().lastBody as unknown as Body).max_tokens ?? Number.POSITIVE_INFINITY
    }
    const short = await limitFor('Good morning')
    expect(short).toBeLessThan(5_000)
    answerWith({ text: 'Guten Morgen '.repeat(20) })
    expect(await limitFor('Good morning '.repeat(20))).toBe(
      short + 4 * ('Good morning '.repeat(20).trim().length - 'Good morning'.length),
    )
  })

  test('translates block by block, and never gets a code block', async () => {
    answerWith({ text: 'Uebersetzt. '.repeat(60) })
    const paragraph = 'A sentence of words. '.repeat(40).trim()
    const code = '```\nsecret code\n```\n'
    const { targetText } = await translate(talk, `${paragraph}\n\n${paragraph}\n\n${code}${paragraph}`)
    const block = 'Uebersetzt. '.repeat(60).trim()
    expect(targetText).toBe(`${block}\n\n${code}${block}`)
    expect(talk.server.stats().byPath['POST /v1/chat/completions']).toBe(2)
    expect(JSON.stringify(talk.server.stats().lastBody)).not.toContain('secret code')
  })

  test('that loses a placeholder is asked again with marks', async () => {
    answerWith({ text: 'Liebe [[0]], willkommen!' })
    expect((await translate(talk, 'Dear {{name}}, welcome!')).targetText).toBe('Liebe {{name}}, willkommen!')
    const { messages } = talk.server.stats().lastBody as unknown as Body
    expect(messages[1]?.content).toBe('Dear [[0]], welcome!')
  })

  test.each([
    ['loses a placeholder twice', { text: 'Liebe, willkommen!' }, 'Dear {{name}}, welcome!'],
    ['returns far too little', { text: 'Ja' }, 'A sentence of many words. '.repeat(10)],
    [
      'returns far too much',
      { text: 'viel '.repeat(200) },
      'A sentence of many words, more than forty characters.',
    ],
    ['returns nothing', { text: ' ' }, 'Good morning'],
    ['stops at its limit', { text: 'Guten Morgen', finish: 1 }, 'Good morning'],
  ])('that %s causes a 502 after two attempts', async (_, answer, sourceText) => {
    answerWith(answer)
    await expect(translate(talk, sourceText)).rejects.toMatchObject({
      status: 502,
      code: 'TRANSLATION_UNFAITHFUL',
    })
    expect(talk.server.stats().byPath['POST /v1/chat/completions']).toBe(2)
  })

  test.each([
    [{ status: 401 }, 502, 'TRANSLATOR_AUTH'],
    [{ status: 500 }, 502, 'TRANSLATOR_FAILED'],
    [{ cut: 1, text: 'a b c d' }, 502, 'TRANSLATOR_FAILED'],
  ])('that fails with %j gives an error that does not mention an answer', async (answer, status, code) => {
    answerWith(answer)
    const refused = translate(talk, 'Good morning')
    await expect(refused).rejects.toMatchObject({ status, code })
    await expect(refused).rejects.toThrow(/^(?!.*text so far)/)
  })

  test('has its reasoning left out of the translation', async () => {
    answerWith({ text: 'Hm, nun, Guten Morgen', think: 2 })
    expect((await translate(talk, 'Good morning')).targetText).toBe('Guten Morgen')
  })

  test('is aborted when the client disconnects', async () => {
    answerWith({ endless: 1, rate: 50, text: '' })
    const gone = new AbortController()
    const left = fetch(`${talk.app.url}/api/v1/tools/translate/text`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${talk.anna.token}`,
        'x-requested-with': 'XMLHttpRequest',
        'content-type': 'application/json',
      },
      body: JSON.stringify({ targetLang: 'de', sourceText: 'Good morning' }),
      signal: gone.signal,
    })
    await expect.poll(() => talk.server.stats().open).toBe(1)
    gone.abort()
    await expect(left).rejects.toThrow()
    await expect.poll(() => talk.server.stats().open).toBe(0)
  })
})

test('without a configured model, uses the first deployed chat model', async () => {
  await using talk = await openTalk([scripted({ text: 'Guten Morgen' }, 'script'), 'embed'])
  const { data } = await talk.anna.client.call(contract.models.list)
  const first = data.Models.find(({ name }) => name !== 'Guide')
  expect((await langs(talk)).provider?.name).toBe(first?.tags[0]?.fullName)
  // The names of languages are in the reader's language.
  const { sourceLangs, targetLangs, reason } = await langs(talk, 'bg')
  expect(targetLangs['de']).toBe('немски')
  expect(Object.keys(sourceLangs).length).toBeGreaterThan(30)
  expect(reason).toBeNull()
})

test('with Guide as the only model, returns no languages and the reason', async () => {
  await using app = await testApp()
  const anna = await app.deps.user()
  expect(await langs({ anna })).toEqual({
    sourceLangs: {},
    targetLangs: {},
    provider: null,
    reason: 'TRANSLATE_UNAVAILABLE',
  })
  await expect(translate({ anna }, 'Good morning')).rejects.toMatchObject({
    status: 409,
    code: 'TRANSLATE_UNAVAILABLE',
  })
})

test('names a configured model that is missing', async () => {
  await using app = await testApp({ file: { translators: { model: 'gone:7b' } } })
  const anna = await app.deps.user()
  expect((await langs({ anna })).reason).toBe('MODEL_UNAVAILABLE')
  await expect(translate({ anna }, 'Good morning')).rejects.toThrow('gone:7b')
})
