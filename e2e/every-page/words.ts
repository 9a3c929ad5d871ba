// What the interface says in each language, so that one table opens every page in all of them.
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

export type Language = 'en' | 'de' | 'bg'

/** `words('shell:more')` is the text of a key; `{{…}}` in it is filled. A key that is not there is a fault of the table. */
export type Words = (key: string, values?: Readonly<Record<string, string | number>>) => string

const folder = path.join(import.meta.dirname, '../../apps/web/src/texts')

export function wordsOf(language: Language): Words {
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

/** Names that stand in the database, and are the same in every language. */
const STORED = ['Default']

/** Of a text in the page, why it is no text of that language: it is a key, an unfilled text, or what English says. */
export function strangeTo(language: Language): (text: string) => string[] {
  const own = textsOf(language)
  const keys = new Set([...own.keys()].flatMap((key) => [key, key.slice(key.indexOf(':') + 1)]))
  const said = new Set([...own.values(), ...STORED])
  const english = new Set([...textsOf('en').values()].filter((text) => !said.has(text)))
  return (text) => {
    if (text.includes('{{')) return [`is not filled: ${text}`]
    if (/[.:\p{Lu}]/u.test(text) && keys.has(text) && !said.has(text)) return [`is a key: ${text}`]
    return english.has(text) ? [`is English: ${text}`] : []
  }
}

/** All texts of a language by `noun:key`. */
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
