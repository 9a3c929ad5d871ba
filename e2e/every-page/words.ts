// Texts of the interface in each language, so that one table of pages works for all of them.
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

export type Language = 'en' | 'de' | 'bg'

/** `words('shell:more')` returns the text of a key with its `{{…}}` filled. Throws for an unknown key. */
export type TextOf = (key: string, values?: Readonly<Record<string, string | number>>) => string

const folder = path.join(import.meta.dirname, '../../apps/web/src/texts')

export function wordsOf(language: Language): TextOf {
  const nouns = new Map<string, unknown>()
  const nounOf = (noun: string): unknown => {
    if (!nouns.has(noun))
      nouns.set(noun, JSON.parse(readFileSync(path.join(folder, language, `${noun}.json`), 'utf8')))
    return nouns.get(noun)
  }
  return (key, values = {}) => {
    const [noun = '', keys = ''] = key.split(':')
    const text = keys
      .split('.')
      .reduce<unknown>((found, name) => (found as Record<string, unknown>)[name], nounOf(noun))
    if (typeof text !== 'string') throw new Error(`There is no text ${key} in ${language}`)
    return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ''))
  }
}

/** Names stored in the database, identical in every language. */
const STORED = ['Default', 'New chat']

/** How placeholders of saved prompts begin on the pages, also cut by a diff: no texts of ours have these names. */
const OF_PROMPTS = /\{\{(?=bieter|frist|user_name|customer_name|tone \|)/g

/** The product's prompt ideas, whole and as the page names them: people fill in their placeholders. */
const IDEAS = ideaTexts().flatMap((idea) => {
  const line = idea.replaceAll(/\s+/g, ' ')
  return [idea, line.length > 80 ? line.slice(0, 80).trimEnd() : line]
})

function ideaTexts(): string[] {
  const place = path.join(import.meta.dirname, '../../apps/server/static/data/prompt-ideas')
  return readdirSync(place).flatMap((name) => {
    const texts = JSON.parse(readFileSync(path.join(place, name), 'utf8')) as Record<string, string>
    return Object.values(texts)
  })
}

/** Returns a text without what is for people to fill in. */
const withoutPlaces = (text: string): string =>
  IDEAS.reduce((rest, idea) => rest.replaceAll(idea, ''), text.replaceAll(OF_PROMPTS, ''))

/** Returns why a text is not properly translated: it is a key, has unfilled placeholders, or is the English text. */
export function strangeTo(language: Language): (text: string) => string[] {
  const own = textsOf(language)
  const keys = new Set([...own.keys()].flatMap((key) => [key, key.slice(key.indexOf(':') + 1)]))
  const said = new Set([...own.values(), ...STORED])
  const english = new Set([...textsOf('en').values()].filter((text) => !said.has(text)))
  return (text) => {
    if (text.includes('{{') && withoutPlaces(text).includes('{{')) return [`is not filled: ${text}`]
    if (/[.:\p{Lu}]/u.test(text) && keys.has(text) && !said.has(text)) return [`is a key: ${text}`]
    return english.has(text) ? [`is English: ${text}`] : []
  }
}

/** All texts of a language by `namespace:key`. */
function textsOf(language: Language): Map<string, string> {
  const place = path.join(folder, language)
  return new Map(
    readdirSync(place).flatMap((name) =>
      flat(JSON.parse(readFileSync(path.join(place, name), 'utf8')), `${path.parse(name).name}:`),
    ),
  )
}

function flat(value: unknown, key: string): [string, string][] {
  if (typeof value === 'string') return [[key, value]]
  const inner = Object.entries(value as Record<string, unknown>)
  return inner.flatMap(([name, one]) => flat(one, key.endsWith(':') ? key + name : `${key}.${name}`))
}
