import { expect, test } from 'vitest'
import { isEscape, isFreeAt } from './use-escape.ts'

const press = (more: Partial<KeyboardEvent> = {}) => ({
  key: 'Escape',
  shiftKey: false,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  isComposing: false,
  defaultPrevented: false,
  repeat: false,
  ...more,
})

test.each([
  ['alone', press(), true],
  ['with Shift, which focuses the field', press({ shiftKey: true }), false],
  ['handled elsewhere', press({ defaultPrevented: true }), false],
  ['cancelling an input method', press({ isComposing: true }), false],
  ['held down', press({ repeat: true }), false],
  ['another key', press({ key: 'e' }), false],
])('Escape %s', (_, pressed, expected) => {
  expect(isEscape(pressed)).toBe(expected)
})

const element = (tag: string, id = '') => ({ id, matches: (selector: string) => selector.includes(tag) })

test.each([
  ['nothing', null, false, true],
  ['the message field', element('textarea', 'composer'), false, true],
  ['a button', element('button'), false, true],
  ['another field', element('input'), false, false],
  ['a button while a menu is open', element('button'), true, false],
])('Escape means the page with the focus on %s', (_, focused, overlay, expected) => {
  expect(isFreeAt(focused, overlay)).toBe(expected)
})
