import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { translations, type Texts } from '#lib/translations.ts'
import { speak } from './index.ts'

const element = { lang: 'en' }
const stored = new Map<string, string>()
/** Answers the pending request for the texts of a language. */
const replies = new Map<string, () => void>()

beforeEach(() => {
  element.lang = 'en'
  stored.clear()
  vi.stubGlobal('document', { documentElement: element })
  vi.stubGlobal('localStorage', {
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
    getItem: (key: string) => stored.get(key) ?? null,
  })
  translations.start({
    language: 'en',
    texts: { ui: { a: 'A' } },
    read: (language) =>
      new Promise<Texts>((resolve) => replies.set(language, () => resolve({ a: `A in ${language}` }))),
  })
})

afterEach(() => {
  vi.unstubAllGlobals()
  translations.start({ language: 'en', texts: {} })
})

const now = () => [translations.language, element.lang, ...stored.values()]

test('going back to the current language while another one loads keeps the current one', async () => {
  const changes = [speak('de'), speak('en')]
  replies.get('de')!()
  await Promise.all(changes)
  expect(now()).toEqual(['en', 'en', 'en'])
})

test('of two languages the later one is shown, named in the document and remembered, whichever loads first', async () => {
  const changes = [speak('de'), speak('bg')]
  replies.get('bg')!()
  await changes[1]
  replies.get('de')!()
  await changes[0]
  expect(now()).toEqual(['bg', 'bg', 'bg'])
})
