import { expect, test } from 'vitest'
import {
  inOrder,
  MOST_BOOKMARKS,
  storedUri,
  withBookmark,
  withBookmarkAt,
  withChanged,
  writtenBookmarks,
} from './bookmarks.ts'
import { isStored, uriOfPage } from './shown-page.ts'
import { isOutside, readBookmarks } from './stored-bookmarks.ts'

const ORIGIN = 'https://chat.example.org'
const ONE = { title: 'One', uri: '/projects/1' }
const TWO = { title: 'Two', uri: '/prompts/2' }
const THREE = { title: 'Three', uri: 'https://example.org/a' }

test('reads what a browser can open as a page, each address once', () => {
  const stored = JSON.stringify([
    ONE,
    { uri: 'prompts/2' },
    { title: 'Again', uri: '/projects/1' },
    { title: 'Script', uri: 'javascript:alert(1)' },
    { title: 7, uri: '//example.org/x' },
    'text',
    null,
  ])
  expect(readBookmarks(stored)).toEqual([ONE, { title: 'prompts/2', uri: '/prompts/2' }])
  expect(isOutside('/projects/1')).toBe(false)
  expect(isOutside('https://example.org/x')).toBe(true)
})

test.each(['', 'no JSON', '{}', 'null', undefined])('%s is no bookmark', (stored) => {
  expect(readBookmarks(stored)).toEqual([])
})

test('adds an address once', () => {
  expect(withBookmark([ONE], TWO)).toEqual([ONE, TWO])
  expect(withBookmark([ONE], { title: 'Other title', uri: ONE.uri })).toEqual([ONE])
})

test('a bookmark comes back to its place, and one that was changed stays in its own', () => {
  expect(withBookmarkAt([ONE, THREE], { bookmark: TWO, place: 1 })).toEqual([ONE, TWO, THREE])
  const renamed = { ...TWO, title: 'New' }
  expect(withChanged([ONE, TWO, THREE], TWO.uri, renamed)).toEqual([ONE, renamed, THREE])
  expect(withChanged([ONE, TWO, THREE], ONE.uri, renamed)).toEqual([renamed, THREE])
  expect(withChanged([ONE], TWO.uri, renamed)).toEqual([ONE])
})

test('an order keeps a bookmark that another window added', () => {
  expect(inOrder([ONE, TWO, THREE], [TWO.uri, ONE.uri, '/gone'])).toEqual([TWO, ONE, THREE])
})

test.each([
  ['/prompts?q=a#b', '/prompts?q=a#b'],
  [' https://chat.example.org/projects/5?tab=2 ', '/projects/5?tab=2'],
  ['example.org/page', 'https://example.org/page'],
  ['https://example.org', 'https://example.org/'],
  ['projects/5', '/projects/5'],
  ['https://chat.example.org//evil.example/x', '/evil.example/x'],
  ['/.//evil.example', '/evil.example'],
  ['//evil.example', undefined],
  ['/\\evil.example', undefined],
  ['javascript:alert(1)', undefined],
  ['JAVA\tSCRIPT:alert(1)', undefined],
  ['data:text/html,x', undefined],
  ['mailto:anna@example.org', undefined],
  ['http://[', undefined],
])('%s is stored as %s', (typed, uri) => {
  expect(storedUri(typed, ORIGIN)).toBe(uri)
})

test('a page is bookmarked without its open dialog', () => {
  expect(uriOfPage({ pathname: '/projects/5', search: '?tab=2&dialog=palette', hash: '' })).toBe(
    '/projects/5?tab=2',
  )
  expect(uriOfPage({ pathname: '/users', search: '?dialog=tour', hash: '#a' })).toBe('/users#a')
})

test('a page has one spelling, typed and shown', () => {
  const shown = uriOfPage({ pathname: '/prompts', search: '?q=a%20b&x=%C3%A4', hash: '' })
  expect(storedUri('/prompts?q=a%20b&x=ä', ORIGIN)).toBe(shown)
  expect(readBookmarks(JSON.stringify([{ title: 'x', uri: '/prompts?q=a+b&x=%C3%A4' }]))).toEqual([
    { title: 'x', uri: shown },
  ])
})

test('too many bookmarks, or too long ones, are not written', () => {
  const list = Array.from({ length: MOST_BOOKMARKS }, (_, at) => ({ title: 'x', uri: `/projects/${at + 1}` }))
  expect(writtenBookmarks(list)).toBe(JSON.stringify(list))
  expect(writtenBookmarks([...list, TWO])).toBeUndefined()
  expect(writtenBookmarks([...list, TWO], MOST_BOOKMARKS + 2)).toBeDefined()
  expect(writtenBookmarks([{ title: 'x'.repeat(100_000), uri: '/' }])).toBeUndefined()
})

test('finds the address of the page in what is stored, however it is spelled', () => {
  const stored = JSON.stringify([ONE, { title: '/prompts/2', uri: 'prompts/3' }])
  expect(
    ['/projects/1', '/prompts/3', '/prompts/2', '/projects/11', '/'].map((uri) => isStored(stored, uri)),
  ).toEqual([true, true, false, false, false])
  expect(isStored(JSON.stringify([ONE], null, 1), ONE.uri)).toBe(true)
})
