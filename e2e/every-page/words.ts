// What the interface says in each language, so that one table opens every page in all of them.
import { readFileSync } from 'node:fs'
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
