import { beforeEach, expect, test, vi } from 'vitest'
import { setWhole } from './whole-answers.ts'

const kept = new Map<string, string>()
beforeEach(() => {
  kept.clear()
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
  })
  return () => vi.unstubAllGlobals()
})

test('stores for each user which chats show only complete answers', () => {
  setWhole(1, 'tab-7', true)
  setWhole(1, 'compare-7', true)
  setWhole(2, 'tab-8', true)
  setWhole(1, 'tab-7', true)
  expect([...kept]).toEqual([
    ['polylogue.whole.1', 'compare-7 tab-7'],
    ['polylogue.whole.2', 'tab-8'],
  ])
  setWhole(1, 'compare-7', false)
  expect(kept.get('polylogue.whole.1')).toBe('tab-7')
})

test('forgets the oldest of more than 500 chats', () => {
  for (let id = 1; id <= 502; id++) setWhole(1, `tab-${id}`, true)
  const names = kept.get('polylogue.whole.1')?.split(' ') ?? []
  expect([names.length, names[0], names.at(-1)]).toEqual([500, 'tab-3', 'tab-502'])
})
