// Questions that lean on the one before them, and documents in several languages.
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { contract, type Message } from '@polylogue/contract'
import { readySource, tabWithSource } from '#test/ready-source.ts'
import { askAll, openTalk, queryOf, scripted, type Talk } from '#test/talk.ts'

const { datasources } = contract

/** A model that translates the question of the test below. */
const german = scripted({ text: 'Wann wird ein Rechner ersetzt und wer bezahlt ihn?' })

let talk: Talk
beforeAll(async () => {
  talk = await openTalk([german])
})
afterAll(() => talk[Symbol.asyncDispose]())

async function ask(
  model: Parameters<typeof askAll>[1],
  projectTabId: number,
  prompt: string,
): Promise<Message> {
  const message = queryOf(await askAll(talk, model, { projectTabId, prompt }))
  if (!message) throw new Error('the answer has no message')
  return message
}
const statistic = (message: Message, key: string) => message.statistics.find((one) => one.key === key)?.value

test('a follow-up of several telling words is searched with the question before it; one that stands alone is not', async () => {
  const projectTabId = await tabWithSource(talk, (await readySource(talk.anna)).id)
  await ask('echo', projectTabId, 'When is a laptop replaced?')
  const leaning = await ask('echo', projectTabId, 'And how long does it take for part-time staff?')
  expect(statistic(leaning, 'datasourceTogether')).toBe(1)
  expect(leaning.sources[0]?.quote).toContain('four years')
  const alone = await ask('echo', projectTabId, 'What is the daily allowance for travel inside the country?')
  expect(statistic(alone, 'datasourceTogether')).toBeUndefined()
  expect(alone.sources.map(({ place }) => place)).toEqual(['Travel'])
})

test('a question finds documents in its own language, and those in another one by its translation', async () => {
  const texts = {
    'de.md': 'Ein Rechner wird nach vier Jahren ersetzt, und die Abteilung bezahlt ihn.',
    'en.md': 'We replace a computer after three years, and the department pays for it.',
  }
  const media = Object.entries(texts).map(([name, text]) => ({
    name,
    mime_type: 'text/markdown',
    content: Buffer.from(text).toString('base64'),
  }))
  const made = await talk.anna.client.call(datasources.create, { body: { name: 'Both', media } })
  const { id } = made.data.datasource
  await vi.waitFor(
    async () => {
      const found = await talk.anna.client.call(datasources.get, { params: { id } })
      expect(found.data.datasource.mediaWaiting).toBe(0)
    },
    { timeout: 20_000, interval: 100 },
  )
  const projectTabId = await tabWithSource(talk, id)
  const q = 'When do we replace a computer, and who pays for it?'
  const message = await ask(german, projectTabId, q)
  expect(message.sources.map(({ title }) => title).toSorted()).toEqual(['de.md', 'en.md'])
  expect(message.notices).toEqual([])
  const translation = String(statistic(message, 'datasourceTranslated'))
  expect(translation).toContain('Rechner')
  const search = async (more: object) => {
    const found = await talk.anna.client.call(datasources.search, {
      params: { id },
      body: { q, limit: 5, ...more },
    })
    return [found.data.Passages.map(({ title }) => title).toSorted(), found.meta.translated]
  }
  expect(await search({ translation })).toEqual([['de.md', 'en.md'], true])
  expect(await search({})).toEqual([['en.md'], false])
  // Guide cannot translate, and finds what is in the language of the question.
  const quoted = await ask('Guide', projectTabId, q)
  expect([quoted.sources.map(({ title }) => title), quoted.notices]).toEqual([['en.md'], []])
})
