import { afterEach, expect, test, vi } from 'vitest'
import { keep } from './storage.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  localStorage.clear()
  sessionStorage.clear()
})

test('keeps the token for the site, and the draft for the tab', () => {
  const kept = keep('bot', true)
  kept('token', 'plv_1')
  kept('draft', 'Half a ques')
  expect(keep('bot', true)('token')).toBe('plv_1')
  expect(Object.keys(localStorage)).toEqual(['polylogue-chat:bot:token'])
  expect(Object.keys(sessionStorage)).toEqual(['polylogue-chat:bot:draft'])
  expect(keep('other', true)('token')).toBe('')
  expect(kept('token', '')).toBe('')
  expect(keep('bot', true)('token')).toBe('')
})

test('works without storage', () => {
  const refuse = () => {
    throw new DOMException('denied', 'SecurityError')
  }
  vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse })
  const kept = keep('bot', true)
  expect(kept('token')).toBe('')
  kept('token', 'plv_2')
  expect(kept('token')).toBe('plv_2')
})

test('a preview leaves nothing behind', () => {
  const kept = keep('bot', false)
  kept('token', 'plv_3')
  expect(kept('token')).toBe('plv_3')
  expect(localStorage.length).toBe(0)
})
