import { describe, expect, test } from 'vitest'
import { misleads, safeLink, safePicture } from './links.ts'

const origin = 'https://chat.example.org'

describe('links', () => {
  const passing: [address: string, href: string, host: string][] = [
    ['https://example.com/a?b#c', 'https://example.com/a?b#c', 'example.com'],
    ['HTTP://EXAMPLE.com', 'http://example.com/', 'example.com'],
    ['mailto:a@example.com?subject=x', 'mailto:a@example.com?subject=x', 'a@example.com'],
    ['/help/models/1', '/help/models/1', ''],
    ['https://chat.example.org/projects/1', '/projects/1', ''],
    ['https://bank.example@evil.example/', 'https://bank.example@evil.example/', 'evil.example'],
    ['https://еxample.com/', 'https://xn--xample-2of.com/', 'xn--xample-2of.com'],
  ]
  test.each(passing)('accepts %s', (address, href, host) => {
    expect(safeLink(address, origin)).toEqual({ href, host })
  })

  const refused = [
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    ' javascript:alert(1)',
    'java\nscript:alert(1)',
    'java\tscript:alert(1)',
    '\u0001javascript:alert(1)',
    'vbscript:x',
    'data:text/html,x',
    'data:image/svg+xml,x',
    'blob:https://x/y',
    'file:///etc/passwd',
    'ftp://x/',
    '//evil.example/x',
    '/\\evil.example',
    '\\\\evil.example',
    'page',
    '?q',
    '#top',
    './x',
    '',
    ' ',
    'https:',
    'http://',
    'tel:1',
    'about:blank',
    'view-source:https://x',
    'intent://x',
    'ms-word:x',
  ]
  test.each(refused)('refuses %j', (address) => {
    expect(safeLink(address, origin)).toBeUndefined()
  })
})

describe('pictures', () => {
  test('are shown from this origin or as small data URLs', () => {
    expect(safePicture('/static/a.png', origin)).toBe('/static/a.png')
    expect(safePicture('data:image/png;base64,AAAA', origin)).toBe('data:image/png;base64,AAAA')
  })

  test.each([
    'https://example.com/a.png',
    'data:image/svg+xml;base64,AAAA',
    'data:text/html;base64,AAAA',
    '//evil.example/a.png',
    'javascript:x',
    'data:image/png,raw',
    `data:image/png;base64,${'A'.repeat(1_000_001)}`,
    'blob:https://chat.example.org/1',
    'mailto:a@b.c',
  ])('refuses %.60j', (address) => {
    expect(safePicture(address, origin)).toBeUndefined()
  })
})

test('a link text that names another host is misleading', () => {
  expect(misleads('https://bank.example/login', 'evil.example')).toBe(true)
  expect(misleads('bank.example', 'evil.example')).toBe(true)
  expect(misleads('www.bank.example', 'bank.example')).toBe(false)
  expect(misleads('https://bank.example/login', 'bank.example')).toBe(false)
  expect(misleads('the bank', 'evil.example')).toBe(false)
  expect(misleads('a@bank.example', 'a@bank.example')).toBe(false)
})
