import { expect, test } from 'vitest'
import { botOf } from '#test/chatbot.ts'
import { hasCode, problemsOf, sectionOf } from './sections.ts'
import { snippetOf } from './snippets.ts'
import { changesOf, patched, patchOf, publishedOf, sentOf, valuesOf } from './values.ts'

const bot = botOf()
const values = publishedOf(bot)

test('the editor begins with the draft, and counts what visitors do not see', () => {
  const widget = { ...bot.widget, title: 'Help', width: 400 }
  const begun = valuesOf(botOf({ draft: { name: 'New', widget } }))
  expect(begun.name).toBe('New')
  expect(begun.description).toBe(bot.description)
  expect(changesOf(begun, values)).toEqual(['name', 'widget.title', 'widget.width'])
  expect(changesOf(begun, values).map(sectionOf)).toEqual(['answering', 'look', 'look'])
})

test('only what was typed is kept, and put over what others changed meanwhile', () => {
  const typed = { ...values, name: 'Mine', rules: { ...values.rules, perDay: 7 } }
  const kept = JSON.stringify(patchOf(typed, values))
  expect(JSON.parse(kept)).toEqual({ name: 'Mine', 'rules.perDay': 7 })
  const theirs = { ...values, description: 'Theirs' }
  expect(patched(theirs, kept)).toEqual({ ...theirs, name: 'Mine', rules: { ...values.rules, perDay: 7 } })
  expect(patched(values, 'no JSON')).toEqual(values)
  expect(patched(values, '{"unknown":1}')).toEqual(values)
})

test('what is missing is found, a number beyond its range also in a draft', () => {
  const wrong = {
    ...values,
    description: ' ',
    widget: { ...values.widget, title: '', width: null, colors: { primary: '#ffff00', text: '#ffffff' } },
    rules: { ...values.rules, perDay: 0 },
  }
  const paths = (isDraft: boolean) => problemsOf(wrong, () => false, isDraft).map(({ path }) => path)
  expect(paths(false)).toEqual([
    'description',
    'modelTagId',
    'widget.title',
    'widget.colors',
    'widget.width',
    'rules.perDay',
  ])
  expect(paths(true)).toEqual(['widget.width', 'rules.perDay'])
  expect(problemsOf(values, () => true)).toEqual([])
})

test.each([
  [{ title: ' ' }, false],
  [{ width: null }, false],
  [{ height: null }, false],
  [{}, true],
])('the code needs title, width and height: %j', (some, expected) => {
  expect(hasCode({ ...values, widget: { ...values.widget, ...some } })).toBe(expected)
})

test('empty welcome messages and questions are not sent', () => {
  const widget = { ...values.widget, welcomeMessages: [' Hello ', ' '], firstQuestions: [''] }
  expect(sentOf({ ...values, widget }).widget).toMatchObject({
    welcomeMessages: ['Hello'],
    firstQuestions: [],
  })
})

test('a title cannot leave its attribute', () => {
  const given = { host: 'https://chat.example', identifier: 'abc', title: '"><b>', width: 338, height: 348 }
  expect(snippetOf('script', given)).toBe(
    '<script src="https://chat.example/widget.js" data-chatbot="abc" async></script>',
  )
  expect(snippetOf('frame', given)).toBe(
    '<iframe src="https://chat.example/widget/abc" title="&quot;&gt;&lt;b&gt;" width="338" height="348" style="border: 0"></iframe>',
  )
  expect(snippetOf('inline', given)).toContain('<polylogue-chat chatbot="abc" position="inline">')
  expect(snippetOf('policy', given)).toContain('connect-src https://chat.example')
})
