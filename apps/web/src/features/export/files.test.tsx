import type { Message, Project, Tab } from '@polylogue/contract'
import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import { translations } from '#lib/translations.ts'
import { formatIn } from '#lib/format.ts'
import texts from '#texts/en/export.json' with { type: 'json' }
import markdown from '#texts/en/markdown.json' with { type: 'json' }
import { NO_PICTURES, pictureKey } from './attached-pictures.ts'
import { fileName, turnsOf, type Chat } from './chat.ts'
import { csvFile } from './csv-file.ts'
import { htmlFile } from './html-file.tsx'
import { jsonFile } from './json-file.ts'
import { txtFile } from './txt-file.ts'
import type { ExportTexts } from './words.ts'

const message = (id: number, more: Partial<Message> = {}): Message =>
  ({
    id,
    turnId: id,
    queryText: `question ${id}`,
    responseText: `answer ${id}`,
    modelName: 'Llama 3.3',
    modelTagName: '70b',
    created: '2026-11-09T09:41:00.000Z',
    rating: 0,
    attachments: [],
    sources: [],
    numTokPrompt: 10,
    numTokResponse: null,
    overallResponseTime: 4_300,
    ...more,
  }) as Message

const chat = (...messages: Message[]): Chat => ({
  project: { name: 'Ausschreibung', description: '', type: 2 } as Project,
  tab: { name: 'Vergleich', description: '' } as Tab,
  messages,
  shownIds: [],
})
let words: ExportTexts

beforeAll(() => {
  translations.start({ language: 'en', texts: { export: texts, markdown } })
  words = { t: translations.of('en', 'export'), format: formatIn('en', new Date()) }
})

test.each(['en', 'de', 'bg'])('only the choice of JSON says what JSON contains, in %s', (language) => {
  // An installation may not offer JSON (`exportFormats`), and a sentence elsewhere would promise it.
  const file = new URL(`../../texts/${language}/export.json`, import.meta.url)
  const { formats, ...others } = JSON.parse(readFileSync(file, 'utf8')) as typeof texts
  expect(formats.json).toContain('JSON')
  const { json: _, ...otherFormats } = formats
  expect(JSON.stringify([others, otherFormats])).not.toContain('JSON')
})

test('a turn is exported in its shown version, else in its newest', () => {
  const whole = chat(message(1), message(3, { turnId: 1 }), message(4, { turnId: 1 }), message(2))
  const ids = (shownIds: number[]) => turnsOf({ ...whole, shownIds }).map(({ id }) => id)
  expect(ids([])).toEqual([4, 2])
  expect(ids([3])).toEqual([3, 2])
  expect(ids([1, 2])).toEqual([1, 2])
})

test.each([
  ['Ausschreibung', 'Tab 1', 'Ausschreibung 2026-11-09.json'],
  ['a/b\\c:d*e?"<>|', '\u202egnp.exe', 'a b c d e - gnp.exe 2026-11-09.json'],
  ['..', '', '- 2026-11-09.json'],
  ['x'.repeat(300), 'y', `${'x'.repeat(120)} 2026-11-09.json`],
])('the file of %j, %j is named %j', (project, tab, name) => {
  const place = { project: { name: project } as Project, tab: { name: tab } as Tab }
  expect(fileName([place], new Date(2026, 10, 9), 'json')).toBe(name)
})

test('JSON contains every version and the number of the format', () => {
  const file = JSON.parse(jsonFile(chat(message(1), message(4, { turnId: 1 })), new Date(0))) as Record<
    string,
    unknown
  >
  expect(file).toMatchObject({
    polylogue: 1,
    exported: '1970-01-01T00:00:00.000Z',
    project: { name: 'Ausschreibung' },
    tab: { name: 'Vergleich' },
    messages: [{ id: 1 }, { id: 4 }],
  })
})

test('CSV has one row per turn, quotes as in RFC 4180 and escaped formulas', () => {
  const text = csvFile(chat(message(1, { queryText: '=1+1', responseText: 'a "b",\nc' })), words)
  const [head, ...rows] = text.slice(1).split('\r\n')
  expect(text.charCodeAt(0)).toBe(0xfeff)
  expect(head).toBe('Time,Question,Answer,Model,Tag,Rating,Input tokens,Output tokens,Seconds,Attachments')
  expect(rows).toEqual([`2026-11-09T09:41:00.000Z,'=1+1,"a ""b"",\nc",Llama 3.3,70b,0,10,,4.3,`, ''])
})

test('text contains the question, model, answer and sources', () => {
  const text = txtFile(
    chat(message(1, { sources: [{ id: 2, title: 'Angebot.pdf', place: 'p. 6', quote: '', uri: '' }] })),
    words,
  )
  expect(text).toContain('Ausschreibung · Vergleich')
  expect(text).toContain('question 1\n\nLlama 3.3 70b\n\nanswer 1\n\nSources:\n[2] Angebot.pdf, p. 6')
})

describe('HTML', () => {
  test('is a whole page with a content security policy, rendered Markdown and no button', async () => {
    const page = await htmlFile(
      chat(
        message(1, {
          responseText: '| a | b |\n| - | - |\n| 1 | 2 |\n\n```sql\nSELECT 1\n```\n\n- [x] done',
        }),
      ),
      words,
      'en',
      NO_PICTURES,
    )
    expect(page).toMatch(/^<!doctype html>\n<html lang="en"/)
    expect(page).toContain("default-src 'none'")
    expect(page).toContain('<table>')
    expect(page).toContain('<pre><code>SELECT 1</code></pre>')
    expect(page).not.toContain('<button')
  })

  test('keeps the alignment of columns, and formulas as MathML', async () => {
    const responseText =
      '| left | middle | right | number |\n| :-- | :-: | --: | --- |\n| a | b | c | 4.5 |\n\n\\[ \\frac{a}{b} \\]'
    const page = await htmlFile(chat(message(1, { responseText })), words, 'en', NO_PICTURES)
    expect(page).toMatch(/<td[^>]*data-side="center"[^>]*>b<\/td><td[^>]*data-side="right"[^>]*>c<\/td>/)
    expect(page).toMatch(/<td[^>]*data-side="right"[^>]*>4\.5<\/td>/)
    expect(page).toMatch(/<math[^>]*display="block"/)
    expect(page).toContain('<mfrac>')
    expect(page).toContain('.katex-html{display:none}')
  })

  test('EXPORT-8: has the pictures of questions, and the names of other files', async () => {
    const attachments = ['tower.png', 'gone.png', 'list.pdf'].map((name) => ({ name }))
    const asked = message(1, { attachments } as Partial<Message>)
    const pictures = new Map([[pictureKey(asked, 0), 'data:image/png;base64,AAAA']])
    const page = await htmlFile(chat(asked), words, 'en', pictures)
    expect(page).toMatch(/<img class="pl-paper-picture" src="data:image\/png;base64,AAAA" alt="tower.png"\/>/)
    expect(page).toContain('<p class="pl-paper-files">gone.png, list.pdf</p>')
  })

  test.each([
    ['a script', '<script>alert(1)</script>'],
    ['an event handler', '<img src=x onerror=alert(1)>'],
    ['a javascript: link', '[x](javascript:alert(1))'],
    ['an image of another host', '![x](https://tracker.example/x.png)'],
  ])('%s has no effect', async (_, text) => {
    const page = await htmlFile(
      chat(message(1, { queryText: text, responseText: text })),
      words,
      'en',
      NO_PICTURES,
    )
    const parts = page.slice(page.indexOf('<body>'))
    expect(parts).not.toMatch(/<script|<img|href="javascript/i)
  })
})
