import { expect, test } from 'vitest'
import { isShortcut, shortcutLabel, type ShortcutCode } from './shortcuts.ts'

const press = (code: string, key: string, more: Partial<KeyboardEvent> = {}) => ({
  code,
  key,
  ctrlKey: true,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...more,
})
const shift = { shiftKey: true }

test.each<[string, ReturnType<typeof press>, ShortcutCode, boolean]>([
  ['Ctrl+K', press('KeyK', 'k'), 'KeyK', true],
  ['Cmd+K', press('KeyK', 'k', { ctrlKey: false, metaKey: true }), 'KeyK', true],
  ['K alone', press('KeyK', 'k', { ctrlKey: false }), 'KeyK', false],
  ['AltGr+K, which is Ctrl+Alt+K', press('KeyK', 'k', { altKey: true }), 'KeyK', false],
  ['Ctrl+Shift+K', press('KeyK', 'K', shift), 'KeyK', false],
  ['Ctrl+K of a Bulgarian keyboard', press('KeyK', 'к'), 'KeyK', true],
  ['Ctrl+K of a Dvorak keyboard', press('KeyV', 'k'), 'KeyK', true],
  ['Ctrl+T of a Dvorak keyboard, where K is printed elsewhere', press('KeyK', 't'), 'KeyK', false],
  ['Ctrl+/', press('Slash', '/'), 'Slash', true],
  ['Ctrl+/ of a German keyboard', press('Digit7', '/', shift), 'Slash', true],
  ['Ctrl+- of a German keyboard, which makes the page smaller', press('Slash', '-'), 'Slash', false],
  ['Ctrl+Shift+P', press('KeyP', 'P', shift), 'KeyP', true],
  ['Ctrl+P, which prints', press('KeyP', 'p'), 'KeyP', false],
  ['Ctrl+Shift+, of any keyboard', press('Comma', '<', shift), 'Comma', true],
  ['Ctrl+Shift+Escape', press('Escape', 'Escape', shift), 'Escape', true],
])('%s', (_, pressed, code, expected) => {
  expect(isShortcut(pressed, code)).toBe(expected)
})

test.each<[ShortcutCode, string, string]>([
  ['KeyS', 'Ctrl', 'Ctrl ⇧ S'],
  ['Period', 'Strg', 'Strg ⇧ .'],
  ['KeyK', 'Cmd', 'Cmd K'],
  ['Escape', 'Ctrl', 'Ctrl ⇧ Esc'],
])('%s is written with %s as %s', (code, mod, label) => {
  expect(shortcutLabel(code, mod)).toBe(label)
})
