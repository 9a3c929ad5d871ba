// Tools and response formats, which API programs request.
import { expect, test } from 'vitest'
import { model } from '#test/model-server/index.ts'
import type { ChatEvent, ChatRequest } from '../engine.ts'
import { ask, outcomeOf, until, type ContractSetup } from './setup.contract.ts'

const TOOL = {
  name: 'weather',
  description: 'The weather of a city',
  parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
}

interface Call {
  readonly id: string | undefined
  readonly name: string | undefined
  arguments: string
}

/** Assembles tool calls as a client does: by index, with id and name from the first piece. */
function callsOf(events: readonly ChatEvent[]): Call[] {
  const calls: Call[] = []
  for (const event of events) {
    if (event.type !== 'tool-call') continue
    const call = (calls[event.index] ??= { id: event.id, name: event.name, arguments: '' })
    call.arguments += event.arguments
  }
  return calls
}

export function tools({ server, engine }: ContractSetup): void {
  const askWithTools = (settings: Parameters<typeof model>[1], more: Partial<ChatRequest> = {}) =>
    outcomeOf(engine().chat(ask(model('mock', { tool: 'weather', ...settings }), { tools: [TOOL], ...more })))

  test.each([
    ['one call', { calls: 1 }],
    ['one call in chunks', { calls: 1, callPieces: 4 }],
    ['three calls', { calls: 3 }],
    ['three calls with interleaved chunks', { calls: 3, callPieces: 3 }],
    ['three calls, a few bytes at a time', { calls: 3, callPieces: 2, chunk: 7 }],
  ])('returns %s complete', async (_what, settings) => {
    const { events, error } = await askWithTools(settings)
    expect(error).toBeUndefined()
    const calls = callsOf(events)
    const cities = calls.map((call) => JSON.parse(call.arguments) as unknown)
    expect(cities).toEqual([{ city: 'Oslo' }, { city: 'Rome' }, { city: 'Sofia' }].slice(0, settings.calls))
    for (const call of calls)
      expect(call).toMatchObject({ name: 'weather', id: expect.stringMatching(/^\w+$/) })
    expect(new Set(calls.map((call) => call.id)).size).toBe(settings.calls)
    expect(events.at(-1)).toMatchObject({ type: 'end', reason: 'tool-calls' })
  })

  test('a connection cut after a tool call is an error with a partial answer, and is not retried', async () => {
    const { events, error } = await askWithTools({ cut: -1 })
    expect(callsOf(events)).toHaveLength(1)
    expect(error).toMatchObject({ code: 'broken-stream', partial: true })
    expect(events.some((event) => event.type === 'end')).toBe(false)
  })

  test('leaving the loop after a tool call closes the connection', async () => {
    for await (const event of engine().chat(
      ask(model('mock', { tool: 'weather', stall: -1 }), { tools: [TOOL] }),
    ))
      if (event.type === 'tool-call') break
    await until(() => server().stats().abandoned === 1)
  })

  test('sends the tools, the tool calls and their results', async () => {
    const { text } = await outcomeOf(
      engine().chat(
        ask('echo', {
          tools: [TOOL],
          toolChoice: 'auto',
          messages: [
            { role: 'user', text: 'How is Oslo?' },
            {
              role: 'assistant',
              text: '',
              toolCalls: [{ id: 'call_7', name: 'weather', arguments: '{"city":"Oslo"}' }],
            },
            { role: 'tool', text: 'Rain in Oslo', toolCallId: 'call_7' },
          ],
        }),
      ),
    )
    const body = JSON.parse(text) as { messages: unknown[]; tools: unknown[] }
    expect(body.messages).toHaveLength(3)
    expect(JSON.stringify(body.tools)).toContain('"required":["city"]')
    for (const word of ['weather', 'Oslo']) expect(JSON.stringify(body.messages[1])).toContain(word)
    expect(JSON.stringify(body.messages[2])).toContain('Rain in Oslo')
    expect(JSON.stringify(body.messages[2])).toContain('call_7')
  })

  test('sends no tools if the list is empty', async () => {
    const { text } = await outcomeOf(engine().chat(ask('echo', { tools: [] })))
    expect(text).not.toMatch(/tool|format/)
  })

  test.each([
    ['any object', { type: 'json' as const }, 'json'],
    [
      'a schema',
      { type: 'schema' as const, name: 'city', schema: { type: 'object', required: ['a9'] } },
      '"required":["a9"]',
    ],
  ])('requests the response format (%s), or refuses to send it', async (_what, responseFormat, sent) => {
    const before = server().stats().requests
    const { text, error } = await outcomeOf(engine().chat(ask('echo', { responseFormat })))
    if (engine().can.grammar) {
      expect(text).toContain(sent)
      return
    }
    expect(error).toMatchObject({ code: 'bad-request', reason: 'it cannot answer in a given form' })
    expect(server().stats().requests).toBe(before)
  })
}
