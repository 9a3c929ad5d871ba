// What a visitor sees of a conversation whose questions are refused, stopped or rated, and of its form.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { CHATBOT, messageOf, refused, streamed, unended } from '../test/chatbot.ts'
import { Chat } from './chat.ts'
import { ended, extrasOf, headOf } from './more/main.ts'
import type { Look } from './settings.ts'
import { keep } from './storage.ts'
import { viewOf } from './view.ts'

const ADDRESS = 'https://chat.example/api/v1/chatbots/bot/'

const answered = () =>
  streamed({ type: 'text', text: 'Because.' }, { type: 'query', query: messageOf() }, { type: 'done' })

let calls: { call: string; body: unknown }[]
/** Replies to questions; other calls succeed. */
let reply: () => Response | Promise<Response>

beforeEach(() => {
  calls = []
  reply = answered
  vi.stubGlobal('fetch', async (address: string, { method, body }: RequestInit) => {
    const call = `${method} ${address.slice(ADDRESS.length)}`
    calls.push({ call, body: body ? JSON.parse(body as string) : undefined })
    if (call === 'POST stream') return reply()
    const session = { token: 'plv_1', expires: '', messages: [] }
    return Response.json({ messageContent: { data: { session, messages: [] } } })
  })
})
afterEach(() => {
  document.body.replaceChildren()
  vi.unstubAllGlobals()
})

function open(some?: Partial<Look>) {
  const kept = keep('bot', false)
  const { widget, ...rules } = CHATBOT
  const view = viewOf({ ...widget, ...rules, ...some }, new Chat(ADDRESS, kept, undefined), kept, () =>
    Promise.resolve({ css: '', ended, extrasOf, headOf }),
  )
  document.body.append(view.root)
  view.open(true)
  const named = (title: string) => view.root.querySelector<HTMLButtonElement>(`button[title="${title}"]`)
  const field = view.root.querySelector('textarea')!
  const type = (text: string) => {
    field.value = text
    field.dispatchEvent(new Event('input'))
  }
  const enter = () => field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', cancelable: true }))
  return {
    root: view.root,
    field,
    named,
    type,
    enter,
    ask: (text: string) => {
      type(text)
      enter()
    },
    text: () => view.root.querySelector('.log')?.textContent ?? '',
    shows: (text: string) => vi.waitFor(() => expect(view.root.textContent).toContain(text)),
    asked: () => calls.filter(({ call }) => call === 'POST stream').map(({ body }) => body),
  }
}

test('a question that is too long is not sent, stays, and the limit is named', () => {
  const { type, enter, field, root, asked } = open({ questionLength: 10, lang: 'de' })
  type('x'.repeat(11))
  const alert = root.querySelector('[role=alert]')
  expect(alert?.textContent).toBe('Eine Frage kann 10 Zeichen haben.')
  enter()
  expect(field.value).toBe('x'.repeat(11))
  expect(asked()).toEqual([])
  type('Eins?')
  expect(alert?.textContent).toBe('')
})

test('the consent with its address is shown until the first question', async () => {
  const consent = { consent: 'You agree.', consentUri: 'https://example.org/privacy' }
  const { root, ask, shows } = open(consent)
  const link = root.querySelector<HTMLAnchorElement>('.foot a')
  expect([link?.textContent, link?.href]).toEqual(['You agree.', 'https://example.org/privacy'])
  expect(link?.closest<HTMLElement>('p')?.hidden).toBe(false)
  ask('Why?')
  await shows('Because.')
  expect(link?.closest<HTMLElement>('p')?.hidden).toBe(true)
})

test('a cap says how long to wait, keeps the question, and asks it again', async () => {
  reply = () => refused('CHATBOT_CAP', { seconds: 42 })
  const { ask, shows, root, asked, text } = open()
  ask('Why?')
  await shows('Too many questions. Try again in 42 seconds.')
  expect(text()).toContain('Why?')
  reply = answered
  const again = [...root.querySelectorAll('button')].find((one) => one.textContent === 'Try again')
  expect(again?.hidden).toBe(false)
  again?.click()
  await shows('Because.')
  expect(asked()).toEqual([{ prompt: 'Why?' }, { prompt: 'Why?' }])
  expect(again?.hidden).toBe(true)
})

test('a chatbot that closes says so at the next question, a closed one at once', async () => {
  const sentence = 'This chatbot cannot answer at the moment.'
  reply = () => refused('CHATBOT_CLOSED')
  const { ask, shows } = open()
  ask('Are you there?')
  await shows(sentence)
  expect(open({ isOpen: false }).root.querySelector('[role=alert]')?.textContent).toContain(sentence)
})

test('starting over deletes the conversation, here and on the server', async () => {
  const { ask, shows, root, text, named, field } = open()
  ask('Why?')
  await shows('Because.')
  await vi.waitFor(() => expect(root.querySelector('summary[title="Start over"]')).not.toBeNull())
  field.focus()
  const sure = [...root.querySelectorAll('button')].find((one) => one.textContent === 'Delete this chat?')
  sure?.click()
  await vi.waitFor(() => expect(text()).not.toContain('Why?'))
  expect(calls.at(-1)?.call).toBe('DELETE messages')
  expect(named('Download')?.hidden).toBe(true)
  ask('And now?')
  await shows('And now?')
  expect(calls.filter(({ call }) => call === 'POST sessions')).toHaveLength(2)
})

test('Stop gives the form back with the focus, although the server does not answer it', async () => {
  vi.useFakeTimers()
  try {
    reply = () => unended({ type: 'text', text: 'Be' })
    const { ask, named, field, root } = open()
    ask('Why?')
    await vi.advanceTimersByTimeAsync(100)
    const [send, stop] = [named('Send'), named('Stop')]
    expect([send?.hidden, stop?.hidden]).toEqual([true, false])
    stop?.focus()
    stop?.click()
    await vi.advanceTimersByTimeAsync(1_100)
    expect([send?.hidden, stop?.hidden]).toEqual([false, true])
    expect(document.activeElement).toBe(field)
    expect(root.textContent).toContain('Stopped.')
  } finally {
    vi.useRealTimers()
  }
})

test('what is typed stays while a question fails and is asked again', async () => {
  reply = () => Promise.reject(new TypeError('failed to fetch'))
  const { ask, shows, type, field, root } = open()
  ask('Why?')
  await shows('The server cannot be reached. Your question is kept.')
  type('And then')
  reply = answered
  ;[...root.querySelectorAll('button')].find((one) => one.textContent === 'Try again')?.click()
  await shows('Because.')
  expect(field.value).toBe('And then')
})

test('a bad rating asks for an address, which is sent once', async () => {
  const { ask, shows, named, root } = open()
  ask('Why?')
  await shows('Because.')
  await vi.waitFor(() => expect(named('Bad answer')).not.toBeNull())
  const form = root.querySelector('form')
  expect(form?.hidden).toBe(true)
  named('Bad answer')?.click()
  await vi.waitFor(() => expect(form?.hidden).toBe(false))
  expect(named('Bad answer')?.getAttribute('aria-pressed') ?? named('Bad answer')?.ariaPressed).toBe('true')
  form!.querySelector('input')!.value = 'ada@example.org'
  form!.requestSubmit()
  await shows('Thank you. The address is saved.')
  expect(calls.filter(({ call }) => call === 'PUT messages/7').map(({ body }) => body)).toEqual([
    { rating: -1 },
    { contact: 'ada@example.org' },
  ])
})
