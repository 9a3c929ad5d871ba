// The e-mail says of a notification what the page says, in the same words; what people wrote is text (MAIL-4).
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Notification } from '@polylogue/contract'
import { expect, test } from 'vitest'
import { digestMail } from './compose.ts'
import { escaped, safe } from './safe.ts'
import { slotOf } from './jobs.ts'
import { filled, wordsOf } from './words.ts'

const WEB = join(import.meta.dirname, '../../../../web/src/texts')

const textsOf = async (language: string, name: string) =>
  JSON.parse(await readFile(join(WEB, language, name), 'utf8')) as Record<string, unknown>

/** Returns what the page says of kinds of items, by noun: `item` as a name, `anItem` in a sentence. */
async function kindsOf(language: string, key: 'item' | 'anItem'): Promise<Record<string, unknown>> {
  const files = (await readdir(join(WEB, language))).filter((name) => name.endsWith('s.kind.json'))
  const words = files.map(async (name) => [
    name.replace('s.kind.json', ''),
    (await textsOf(language, name))[key],
  ])
  return Object.fromEntries(await Promise.all(words)) as Record<string, unknown>
}

test.each(['en', 'de', 'bg'])('the sentences are those of the page: %s', async (language) => {
  const page = await textsOf(language, 'notifications.json')
  const { same } = wordsOf(language).texts
  expect(wordsOf(language).language).toBe(language)
  expect({
    ...page,
    nouns: { ...(page['nouns'] as object), ...(await kindsOf(language, 'item')) },
    things: { ...(page['things'] as object), ...(await kindsOf(language, 'anItem')) },
  }).toMatchObject(same)
})

test('a sentence that ends with a value with a full stop has one', () => {
  expect(filled('News from {{app}}.', { app: 'Acme Inc.' })).toBe('News from Acme Inc.')
  expect(filled('News from {{app}}.', { app: 'Acme' })).toBe('News from Acme.')
  expect(filled('News from {{app}}.', {})).toBe('News from {{app}}.')
})

const notificationOf = (
  kind: Notification['kind'],
  facts: Notification['facts'],
  count = 1,
  type = 'info',
): Notification => ({
  id: 1,
  place: 1,
  rootId: 1,
  kind,
  facts,
  count,
  notificationAsJson: JSON.stringify({ message: 'M', type, uri: null }),
})
const told = (...of: Parameters<typeof notificationOf>) => wordsOf('en').about(notificationOf(...of))

test.each([
  [told('shared', { actor: 'Anna', noun: 'chat', name: 'Heating' }), 'Anna shared a chat', 'Heating'],
  [told('accessEnded', { actor: 'Anna' }), 'Anna ended your access', 'Something that was shared with you'],
  [
    told('declined', { actor: 'A', noun: 'prompt', name: 'P', why: 'No.' }),
    'A declined your request',
    'P · “No.”',
  ],
  [told('answerEnded', { noun: 'chat', name: 'C' }, 3), '3 answers finished', 'C'],
  [told('answerEnded', { noun: 'chat', name: 'C' }, 1, 'error'), 'Answer failed', 'C'],
  [told('importEnded', { chats: 1200, notImported: 1 }), 'Import finished', '1,200 chats · 1 not imported'],
  [told('handedOver', { actor: 'A', items: 2 }), 'A handed things over to you', '2 items'],
  [told('announcement', { title: 'Down', text: 'at 8' }), 'Down', 'at 8'],
  [told('shared', { actor: '{{thing}}', name: '{{actor}}' }), '{{thing}} shared something', '{{actor}}'],
])('a notification is %j', (words, title, detail) => {
  expect(words).toEqual({ title, detail })
})

test.each([
  ['https://evil.example/x?a=b', 'https: //evil. example/x?a=b'],
  ['Pay at www.evil.example.com now', 'Pay at www. evil. example. com now'],
  ['evil.example', 'evil. example'],
  ['xn--e1afmkfd.рф', 'xn--e1afmkfd. рф'],
  ['evil\u3002example', 'evil\u3002 example'],
  ['a@evil.example', 'a@evil. example'],
  ['mailto:a@b', 'mailto: a@b'],
  ['javascript:alert(1)', 'javascript: alert(1)'],
  ['HTTP://1.2.3.4/x', 'HTTP: //1.2.3.4/x'],
  ['\\\\evil\\share', '\\ \\evil\\share'],
  ['steam://run/1', 'steam: //run/1'],
  ['10:30, v1.2, 3.5 %, IPv6 fe80::1', '10:30, v1.2, 3.5 %, IPv6 fe80::1'],
  ['report.pdf', 'report. pdf'],
  ['Ende. Neu', 'Ende. Neu'],
])('an address in a name is none: %s', (name, shown) => {
  expect(safe(name)).toBe(shown)
  const { text, html } = digestMail(
    wordsOf('en'),
    { appName: 'Polylogue', publicUrl: 'https://chat.example.org' },
    {
      firstName: name,
      notifications: [notificationOf('shared', { actor: name, name })],
      count: 1,
      off: 'https://chat.example.org/off',
    },
  )
  // Nothing that a program for e-mails would make a link of, but our own.
  const linked = /(?:[a-z]+:\/\/|www\.(?=\S))[^\s<"]*|[\p{L}\p{N}-]+\.\p{L}{2,}[^\s<"]*/giu
  for (const part of [text, html.replaceAll(/<[^>]*>/g, ' ')])
    for (const [link] of part.matchAll(linked)) expect(link).toMatch(/chat\.example\.org/)
})

test('an announcement may lead somewhere', () => {
  expect(told('announcement', { title: 'See https://wiki.example/x', text: 'wiki.example' })).toEqual({
    title: 'See https://wiki.example/x',
    detail: 'wiki.example',
  })
})

test('names are cut, on one line, and reorder nothing', () => {
  expect(safe('a\r\nBcc: x\u2028\u0000b')).toBe('a Bcc: x b')
  expect(safe('\u202Egnp.exe\u2066')).toBe('gnp. exe')
  expect(safe('x'.repeat(100_000))).toBe(`${'x'.repeat(120)}…`)
  expect(safe('👩‍👩‍👧'.repeat(100), 20).length).toBeLessThan(22)
  expect(safe('\ud800')).toBe('\ufffd')
  expect(escaped(`<a href='x'>"&`)).toBe('&lt;a href=&#39;x&#39;&gt;&quot;&amp;')
  const { subject } = digestMail(
    wordsOf('xx', 'de'),
    { appName: 'A\r\nBcc: x', publicUrl: 'https://a' },
    { firstName: 'B', notifications: [], count: 1, off: 'https://a/off' },
  )
  expect(subject).toBe('A Bcc: x: 1 ungelesene Benachrichtigung')
})

test('it is due at its hour, today or yesterday', () => {
  const at = (hour: number, minute = 0) => new Date(2026, 10, 30, hour, minute)
  expect(slotOf(at(7), 7)).toEqual(at(7))
  expect(slotOf(at(23, 59), 7)).toEqual(at(7))
  expect(slotOf(at(6, 59), 7)).toEqual(new Date(2026, 10, 29, 7))
  expect(slotOf(new Date(2026, 0, 1, 3), 7)).toEqual(new Date(2025, 11, 31, 7))
})
