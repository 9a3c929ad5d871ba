import { expect, test, vi } from 'vitest'
import { isShortcut, isTaken, shortcutLabel, type ShortcutCode } from './shortcuts.ts'

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
  ['Ctrl+Shift+L, where Firefox takes Ctrl+Shift+P', press('KeyL', 'L', shift), 'KeyP', true],
  ['Ctrl+L, which goes to the address', press('KeyL', 'l'), 'KeyP', false],
  ['Ctrl+O, which opens a file', press('KeyO', 'o'), 'KeyO', false],
  ['Ctrl+Shift+Enter, where Windows takes Ctrl+Shift+Escape', press('Enter', 'Enter', shift), 'Escape', true],
  ['Ctrl+Enter', press('Enter', 'Enter'), 'Escape', false],
  ['Ctrl+Shift+Escape', press('Escape', 'Escape', shift), 'Escape', true],
])('matches keys to shortcuts: %s', (_, pressed, code, expected) => {
  expect(isShortcut(pressed, code)).toBe(expected)
})

test.each<[ShortcutCode, string, string]>([
  ['KeyS', 'Ctrl', 'Ctrl ⇧ S'],
  ['Period', 'Strg', 'Strg ⇧ .'],
  ['KeyK', 'Cmd', 'Cmd K'],
  ['Escape', 'Ctrl', 'Ctrl ⇧ Esc'],
])('labels %s with %s as %s', (code, mod, label) => {
  expect(shortcutLabel(code, mod)).toBe(label)
})

test.each([
  [
    'Firefox on Linux',
    'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
    'Linux x86_64',
    ['KeyP'],
  ],
  ['Chrome on Windows', 'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0', 'Win32', ['Escape']],
  [
    'Firefox on Windows',
    'Mozilla/5.0 (Windows NT 10.0) Gecko/20100101 Firefox/140.0',
    'Win32',
    ['KeyP', 'Escape'],
  ],
  ['Safari', 'Mozilla/5.0 (Macintosh) AppleWebKit/605 Safari/605', 'MacIntel', []],
])('%s uses the second keys if the first are taken', (_, userAgent, platform, taken) => {
  vi.stubGlobal('navigator', { userAgent, platform })
  const codes: ShortcutCode[] = ['KeyK', 'KeyP', 'KeyS', 'Escape']
  expect(codes.filter(isTaken)).toEqual(taken)
  vi.unstubAllGlobals()
})

test('second keys are labelled like the first', () => {
  expect(shortcutLabel('KeyP', 'Strg', true)).toBe('Strg ⇧ L')
  expect(shortcutLabel('Escape', 'Ctrl', true)).toBe('Ctrl ⇧ ⏎')
  expect(shortcutLabel('KeyS', 'Ctrl', true)).toBe('Ctrl ⇧ S')
})
