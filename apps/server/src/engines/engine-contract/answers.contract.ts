import { expect, test } from 'vitest'
import { model, startModelServer } from '#test/model-server/index.ts'
import { OPTION_NAMES } from '../engine.ts'
import { ask, numbers, outcomeOf, testOutbound, until, type ContractSetup } from './setup.contract.ts'

const SCRIPT =
  'Zürich 東京 👩‍👩‍👧 “quotes” \\ \n\nevent: Error\ndata: [STREAM-DONE]\r\n\u2028 data: [DONE] <script>alert(1)</script> end'

export function answers({ subject, server, engine }: ContractSetup): void {
  test.each([1, 2, 3, 7, 64])('reads text unchanged when it arrives %i bytes at a time', async (chunk) => {
    const scripted = model('script', { text: SCRIPT, piece: 5, chunk })
    const { text, error } = await outcomeOf(engine().chat(ask(scripted)))
    expect(error).toBeUndefined()
    expect(text).toBe(SCRIPT)
  })

  test('reads CRLF line ends, comments and empty lines', async () => {
    const scripted = model('mock', { tokens: 50, crlf: 1, comments: 1, chunk: 5 })
    expect(await outcomeOf(engine().chat(ask(scripted)))).toMatchObject({
      text: numbers(50),
      error: undefined,
    })
  })

  test('sends a system message as the instruction, separate from the conversation', async () => {
    const messages = [
      { role: 'system' as const, text: 'Be brief.' },
      { role: 'user' as const, text: 'Hello' },
    ]
    const { text } = await outcomeOf(engine().chat(ask('echo', { messages })))
    const body = JSON.parse(text) as { system?: string; messages: { role: string; content: unknown }[] }
    const said = body.messages.filter(({ role }) => role !== 'system')
    const instructions = body.messages.filter(({ role }) => role === 'system').map(({ content }) => content)
    expect(body.system === undefined ? instructions : [body.system]).toEqual(['Be brief.'])
    expect(said.map(({ role }) => role)).toEqual(['user'])
    expect(JSON.stringify(said)).not.toContain('Be brief.')
  })

  test('returns a 5 MB answer complete', async () => {
    const text = 'äß'.repeat(2_500)
    const pieces = 500
    const whole = Array.from({ length: pieces }, () => text).join(' ')
    const own = await startModelServer({ settings: { text: whole } })
    const other = subject.create(own.url, testOutbound())
    const outcome = await outcomeOf(other.chat(ask('script')))
    expect(outcome.error).toBeUndefined()
    expect(outcome.text === whole).toBe(true)
    await Promise.all([other.close(), own.close()])
  })

  test('separates thinking from the answer', async () => {
    const { events, thinking, text } = await outcomeOf(
      engine().chat(ask(model('mock', { tokens: 5, think: 2 }))),
    )
    expect([thinking, text]).toEqual(['0 1 ', '2 3 4 '])
    expect(events.flatMap((event) => (event.type === 'status' ? event.phase : []))).toEqual([
      'reading',
      'thinking',
      'answering',
    ])
  })

  test('accepts an empty answer', async () => {
    const { text, events, error } = await outcomeOf(engine().chat(ask(model('mock', { tokens: 0 }))))
    expect([text, error, events.at(-1)?.type]).toEqual(['', undefined, 'end'])
  })

  test('replaces NUL characters, which cannot be stored', async () => {
    const { text } = await outcomeOf(engine().chat(ask(model('script', { text: 'a\0b' }))))
    expect(text).toBe('a\uFFFDb')
  })

  test('sends only changed options, and reports unsupported ones', async () => {
    await outcomeOf(engine().chat(ask('echo')))
    const plain = JSON.stringify(server().stats().lastBody)
    for (const name of OPTION_NAMES) expect(plain).not.toContain(`"${name}"`)
    const { text, events } = await outcomeOf(
      engine().chat(ask('echo', { options: { temperature: 0.5, tfs_z: 2, num_gqa: 8 } })),
    )
    expect(text).toContain('"temperature":0.5')
    expect(text).not.toMatch(/tfs_z|num_gqa/)
    expect(events[0]).toEqual({
      type: 'notice',
      code: 'OPTIONS_UNUSED',
      params: { options: 'num_gqa, tfs_z' },
    })
    expect(engine().options()).toMatchObject({
      temperature: 'request',
      tfs_z: 'unsupported',
      num_gqa: 'unsupported',
    })
  })

  test('serves 150 concurrent streams', async () => {
    const stop = new AbortController()
    const endless = ask(model('mock', { endless: 1, rate: 10 }), { signal: stop.signal })
    const streams = Array.from({ length: 150 }, () => outcomeOf(engine().chat(endless)))
    // Stopped even when it waits in vain: every later test expects a server without open streams.
    await until(() => server().stats().open === 150, 20_000).finally(() => stop.abort())
    for (const { text } of await Promise.all(streams)) expect(numbers(1_000).startsWith(text)).toBe(true)
  })

  test('reuses its connection', async () => {
    await outcomeOf(engine().chat(ask('mock')))
    const before = server().stats().connections
    for (let i = 0; i < 10; i++) await outcomeOf(engine().chat(ask('mock')))
    // One more connection is possible if a question is sent before the previous connection is free again.
    expect(server().stats().connections).toBeLessThanOrEqual(before + 1)
  })
}
