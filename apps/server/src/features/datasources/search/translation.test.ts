import { expect, test } from 'vitest'
import { translatedQuestion } from './translation.ts'

type Model = Parameters<typeof translatedQuestion>[2]
type Request = Parameters<Model['engine']['chat']>[0]

function modelThat(says: readonly string[]) {
  const requests: Request[] = []
  const engine = {
    kind: 'ollama',
    async *chat(request: Request) {
      requests.push(request)
      for (const text of says) yield { type: 'text', text } as const
    },
  }
  return {
    requests,
    model: { engine, engineName: 'one', mayAsk: () => Promise.resolve() } as unknown as Model,
  }
}

test('a translation has a limit of tokens that grows with the question, and one of characters', async () => {
  const { requests, model } = modelThat(['Wann wird ein Rechner ersetzt?'])
  expect(await translatedQuestion('When is a computer replaced?', 'de', model)).toBe(
    'Wann wird ein Rechner ersetzt?',
  )
  await translatedQuestion('x'.repeat(1_000), 'de', model)
  expect(requests.map(({ options }) => options['num_predict'])).toEqual([256 + 2 * 28, 256 + 2 * 1_000])
  const endless = modelThat(Array.from({ length: 50 }, () => 'Wort '.repeat(100)))
  expect(await translatedQuestion('Word', 'de', endless.model)).toBeUndefined()
})
