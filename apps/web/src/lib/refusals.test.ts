import { contract } from '@polylogue/contract/browser'
import { afterEach, expect, test, vi } from 'vitest'
import refusals from '#texts/de/refusals.json'
import problems from '#texts/de/problems.json'
import { createApi } from './api.ts'
import { errorMessageOf } from './problem.ts'
import { createSessionStore } from './session.ts'
import { translations } from './translations.ts'

afterEach(() => vi.unstubAllGlobals())

/** Calls a server that refuses with this code; returns what the page says. */
async function sentenceFor(code: string, read: () => Promise<typeof refusals>) {
  const body = { errorCode: code, errorMessage: 'The server’s own words.', messageContent: { meta: {} } }
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json(body, { status: 403 })))
  const asked = vi.fn(read)
  translations.start({ language: 'de', texts: { problems }, read: asked })
  const api = createApi({ store: createSessionStore(undefined, new EventTarget()) })
  const error = await api.call(contract.models.list).catch((reason: unknown) => reason)
  return { said: errorMessageOf(error, translations.of('de', 'problems')).sentence, asked }
}

test('a refusal is passed on with its sentence in the language of the page', async () => {
  const { said } = await sentenceFor('WRONG_PASSWORD', () => Promise.resolve(refusals))
  expect(said).toBe(refusals.WRONG_PASSWORD)
})

test('a problem of the first texts waits for nothing', async () => {
  const { said, asked } = await sentenceFor('NOT_FOUND', () => new Promise(() => undefined))
  expect(said).toBe(problems.NOT_FOUND)
  expect(asked).not.toHaveBeenCalled()
})

test('a refusal whose sentence cannot be loaded keeps the server’s', async () => {
  const { said } = await sentenceFor('WRONG_PASSWORD', () => Promise.reject(new Error('offline')))
  expect(said).toBe('The server’s own words.')
})
