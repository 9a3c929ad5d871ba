import { describe, expect, test } from 'vitest'
import { foundEntry, grouped, type Entry } from './entries.ts'

const entry = (id: string, name: string, words?: string): Entry => ({
  id,
  icon: 'x',
  name,
  words,
  target: { to: '/' },
})
const known = {
  projects: [1, 2, 3, 4, 5, 6, 7].map((id) => entry(`project-${id}`, `Tender ${id}`)),
  bookmarks: [1, 2, 3, 4, 5, 6].map((id) => entry(`bookmark-${id}`, `Kept ${id}`)),
  pages: [entry('help', 'Help'), entry('projects', 'Projects')],
  actions: [entry('new', 'New project'), entry('theme', 'Switch to dark theme', 'appearance colour')],
}
const find = {
  kind: 'message',
  id: 9,
  projectId: 4,
  uri: '/projects/4',
  tabId: 3,
  title: 'Tender 1 · Bids',
  highlight: 'the [[help]]',
  created: '2026-11-09T09:41:00.000Z',
} as const
const shape = (typed: string, found = [foundEntry(find)]) =>
  grouped(known, found, typed).map(({ id, entries }) => [id, entries.map((one) => one.id)])

describe('the groups of the command palette', () => {
  test('show five recent projects, five bookmarks, actions and pages before the user types', () => {
    expect(shape('', [])).toEqual([
      ['projects', ['project-1', 'project-2', 'project-3', 'project-4', 'project-5']],
      ['bookmarks', ['bookmark-1', 'bookmark-2', 'bookmark-3', 'bookmark-4', 'bookmark-5']],
      ['actions', ['new', 'theme']],
      ['pages', ['help', 'projects']],
    ])
  })

  test('are ordered by the best match, with search results of the server last', () => {
    expect(shape('help')).toEqual([
      ['pages', ['help']],
      ['found', ['message-9']],
    ])
    expect(shape('proj', [])).toEqual([
      ['pages', ['projects']],
      ['actions', ['new']],
    ])
  })

  test('do not repeat a listed entry that the server found as well', () => {
    const again = foundEntry({ ...find, kind: 'project', id: 2, uri: '/projects/2', tabId: null })
    expect(shape('tender 2', [again])).toEqual([['projects', ['project-2']]])
  })

  test('find an entry by its keywords', () => {
    expect(shape('appear', [])).toEqual([['actions', ['theme']]])
  })
})

test('a search result outside projects links to its own page', () => {
  const one = { ...find, kind: 'custinst', id: 3, projectId: 0, uri: '/custinsts/3', tabId: null }
  expect(foundEntry(one)).toMatchObject({ icon: 'file-text', target: { to: '/custinsts/3' } })
})

test.each([
  [find, '/projects/4?tab=3&message=9'],
  [{ ...find, kind: 'tab', id: 3 } as const, '/projects/4?tab=3'],
  [{ ...find, kind: 'project', id: 4, tabId: null } as const, '/projects/4'],
])('a search result links to its project, tab or message', (one, to) => {
  expect(foundEntry(one).target).toEqual({ to })
})
