import { expect, test } from 'vitest'
import { Chat } from './chat.ts'
import type { Scene } from './more.ts'
import { ended, extrasOf, headOf } from './more/main.ts'
import type { Look } from './settings.ts'
import { keep } from './storage.ts'
import { turnView } from './turn-view.ts'

const sceneOf = (sources: Look['sources']): Scene => ({
  look: { lang: 'en', stream: true, sources } as Look,
  chat: new Chat('https://chat.example/', keep('bot', false), undefined),
  say: () => undefined,
  fail: () => undefined,
})

const turn = (changes: Partial<Chat['turns'][number]> = {}): Chat['turns'][number] => ({
  id: 7,
  question: 'Why?',
  answer: 'A notice is enough [1], by your electrician. [2, 3]',
  state: 'done',
  errorCode: null,
  amount: 0,
  since: 0,
  ahead: 0,
  missed: false,
  sources: [],
  rating: 0,
  isNew: true,
  ...changes,
})

test('citations are gone where a chatbot shows no sources, before and after the second script', () => {
  const more = { css: '', ended, extrasOf, headOf }
  const shownWith = (sources: Look['sources'], loaded: typeof more | undefined) => {
    const view = turnView(turn(), sceneOf(sources), () => loaded)
    view.update()
    return view.element.querySelector('.answer')?.textContent
  }
  for (const loaded of [undefined, more]) {
    expect(shownWith('none', loaded)).toBe('A notice is enough, by your electrician.')
    expect(shownWith('titles', loaded)).toBe('A notice is enough [1], by your electrician. [2, 3]')
  }
})

test('a session that has ended says so', () => {
  const failed = turn({ state: 'failed', errorCode: 'TOKEN_INVALID' })
  const view = turnView(failed, sceneOf('none'), () => ({ css: '', ended, extrasOf, headOf }))
  view.update()
  expect(view.element.querySelector('.bad')?.textContent).toMatch(/^This chat has ended/)
})
