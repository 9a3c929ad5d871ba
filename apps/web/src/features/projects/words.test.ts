// Texts of a chat say chat in every language; those beside them say project.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

type Texts = { [key: string]: string | Texts }

const read = (language: string): Texts =>
  JSON.parse(readFileSync(new URL(`../../texts/${language}/projects.json`, import.meta.url), 'utf8')) as Texts

const NOUNS = [
  ['en', /chat/i, /project/i],
  ['de', /chat/i, /projekt/i],
  ['bg', /чат/i, /проект/i],
] as const

const OF_A_CHAT = /_chat$/
const NAMED = [
  'renameField',
  'edit',
  'editTitle',
  'delete',
  'deleteTitle',
  'save',
  'updated',
  'saveFailed',
  'leave',
]

test.each(NOUNS)('%s', (language, chat, project) => {
  const texts = read(language)
  const ofChats = Object.keys(texts).filter((key) => OF_A_CHAT.test(key))
  expect(ofChats.map((key) => key.replace(OF_A_CHAT, ''))).toEqual(expect.arrayContaining(NAMED))
  for (const key of ofChats) {
    expect(texts[key], key).not.toMatch(project)
    const base = key.replace(OF_A_CHAT, '')
    expect(texts[base], base).not.toMatch(chat)
    if (!NAMED.includes(base)) continue
    expect(texts[key], key).toMatch(chat)
    expect(texts[base], base).toMatch(project)
  }
})
