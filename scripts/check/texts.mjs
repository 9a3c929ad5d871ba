// Every language has the same files, keys and placeholders, and no empty text. Help pages must exist in English; a language
// with a help folder must have all of them.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { inRoot } from '../root.mjs'
import { filesIn } from './files.mjs'

const folder = 'apps/web/src/texts'
const pages = 'apps/server/static/md'
const reference = 'en'
const languages = ['en', 'de', 'bg']

export function texts() {
  const found = existsSync(inRoot(folder))
    ? languages.map((language) => [language, readLanguage(language)])
    : []
  const expected = new Map(found.find(([language]) => language === reference)?.[1])
  const problems = found.flatMap(([language, entries]) => compare(language, new Map(entries), expected))
  return { seen: expected.size * languages.length, problems: [...problems, ...missingPages()] }
}

function missingPages() {
  const expected = filesIn([`${pages}/${reference}`], (name) => name.endsWith('.md'))
  if (expected.length === 0) return [`${pages}/${reference} has no pages`]
  const translated = languages.filter(
    (language) => language !== reference && existsSync(inRoot(pages, language)),
  )
  return translated.flatMap((language) =>
    expected
      .map((page) => page.replace(`${pages}/${reference}/`, `${pages}/${language}/`))
      .filter((page) => !existsSync(inRoot(page)))
      .map((page) => `${page} is missing`),
  )
}

/** Returns all texts of a language as `[file:key.path, text]`. */
function readLanguage(language) {
  const place = inRoot(folder, language)
  if (!existsSync(place)) return []
  return readdirSync(place)
    .filter((name) => name.endsWith('.json'))
    .flatMap((name) => flatten(JSON.parse(readFileSync(`${place}/${name}`, 'utf8')), `${name}: `))
}

function flatten(value, path) {
  if (typeof value === 'string' || value === null || typeof value !== 'object') return [[path, value]]
  return Object.entries(value).flatMap(([key, inner]) =>
    flatten(inner, path.endsWith(': ') ? path + key : `${path}.${key}`),
  )
}

function compare(language, entries, expected) {
  const problems = []
  for (const [key, text] of entries) {
    if (typeof text !== 'string' || text.trim() === '') problems.push(`${language}/${key} is empty`)
    else if (!expected.has(key)) problems.push(`${language}/${key} is not in ${reference}`)
    else if (placeholders(text) !== placeholders(expected.get(key))) {
      problems.push(
        `${language}/${key} has the placeholders [${placeholders(text)}], ${reference} has [${placeholders(expected.get(key))}]`,
      )
    }
  }
  for (const key of expected.keys()) if (!entries.has(key)) problems.push(`${language}/${key} is missing`)
  return problems
}

// A set, because a language may repeat a name or use another order.
function placeholders(text) {
  const names = [...String(text).matchAll(/\{\{[\s-]*([\w.]+)|<(\w+)>/g)].map(
    (match) => match[1] ?? `<${match[2]}>`,
  )
  return [...new Set(names)].sort().join(' ')
}
