import { expect, test } from 'vitest'
import { writes } from './composer-focus.ts'

const press = (key: string, more: Partial<KeyboardEvent> = {}) => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  isComposing: false,
  defaultPrevented: false,
  ...more,
})

test.each([
  ['a letter', press('a'), true],
  ['a Cyrillic letter', press('ж'), true],
  ['an emoji', press('😀'), true],
  ['a dead key', press('Dead'), true],
  ['space, which scrolls', press(' '), false],
  ['Enter', press('Enter'), false],
  ['an arrow', press('ArrowDown'), false],
  ['a shortcut', press('k', { ctrlKey: true }), false],
  ['a shortcut on a Mac', press('k', { metaKey: true }), false],
  ['a letter handled elsewhere', press('a', { defaultPrevented: true }), false],
])('only text keys focus the composer: %s', (_, pressed, expected) => {
  expect(writes(pressed)).toBe(expected)
})
