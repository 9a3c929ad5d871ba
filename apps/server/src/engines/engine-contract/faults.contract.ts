import { expect, test } from 'vitest'
import { model } from '#test/model-server/index.ts'
import { EngineError, type ChatRequest } from '../engine.ts'
import { ask, numbers, outcomeOf, type ContractSetup } from './setup.contract.ts'

export function faults({ subject, server, engine }: ContractSetup): void {
  const fails = async (settings: Parameters<typeof model>[1], more: Partial<ChatRequest> = {}) => {
    const outcome = await outcomeOf(engine().chat(ask(model('mock', settings), more)))
    expect(outcome.events.some((event) => event.type === 'end')).toBe(false)
    expect(outcome.error).toBeInstanceOf(EngineError)
    return { ...outcome, error: outcome.error as EngineError }
  }

  test.each([
    ['reset', 0],
    ['closed', 1],
  ])('a connection that is %s during the answer is an error, with the partial text', async (_how, fin) => {
    const { text, error } = await fails({ cut: 5, fin, rate: 500 })
    expect(error).toMatchObject({ code: 'broken-stream', partial: true })
    expect(numbers(5).startsWith(text) && text.length > 0).toBe(true)
  })

  test.each([
    ['after the response headers', { cut: -1 }],
    ['before the response headers', { cut: -2 }],
  ])('a connection cut %s is an error without partial text', async (_when, settings) => {
    const { error } = await fails(settings)
    expect(error).toMatchObject({ code: 'broken-stream', partial: false })
  })

  test('a stall during the answer ends with a timeout after the idle limit', async () => {
    const { text, error } = await fails({ stall: 3 }, { idleTimeoutMs: 120 })
    expect(text).toBe(numbers(3))
    expect(error).toMatchObject({ code: 'timeout', partial: true, waitedMs: 120 })
  })

  test.each([
    ['before the response headers', { head: -1 }],
    ['after the response headers', { stall: -1 }],
  ])('silence %s ends with a timeout after the first-token limit', async (_when, settings) => {
    const { error } = await fails(settings, { firstTokenTimeoutMs: 150, idleTimeoutMs: 60 })
    expect(error).toMatchObject({ code: 'timeout', partial: false, waitedMs: 150 })
  })

  test('the idle limit does not count before the first token', async () => {
    const late = model('mock', { first: 200, tokens: 3 })
    const { text } = await outcomeOf(engine().chat(ask(late, { idleTimeoutMs: 60 })))
    expect(text).toBe(numbers(3))
  })

  test('an error event during the answer is reported, and the call is not retried', async () => {
    const { text, error } = await fails({ errorAt: 4, message: 'rate limit' })
    expect(text).toBe(numbers(4))
    expect(error).toMatchObject({ code: 'busy', partial: true })
    expect(server().stats().byPath[`POST ${subject.chatPath}`]).toBe(1)
  })

  test.each([
    ['the request exceeds the available context size', 'context-overflow'],
    ['CUDA error: out of memory', 'out-of-memory'],
    ['model requires more system memory (9 GiB) than is available', 'out-of-memory'],
    ['llama runner process has terminated: exit status 2', 'crashed'],
    ['something else', 'internal'],
  ])('recognises the error "%s"', async (message, code) => {
    expect((await fails({ errorAt: -1, message })).error).toMatchObject({ code, partial: false })
    expect((await fails({ status: 500, message })).error).toMatchObject({ code })
  })

  test.each([
    ['a malformed event', { garbage: 2 }],
    ['no final event', { noEnd: 1 }],
    ['an empty body', { noEnd: 1, tokens: 0 }],
  ])('%s is reported as a broken stream', async (_what, settings) => {
    const { error, text } = await fails({ tokens: 4, ...settings })
    expect(error).toMatchObject({ code: 'broken-stream' })
    expect(numbers(4).startsWith(text)).toBe(true)
  })

  test('invalid UTF-8 is replaced', async () => {
    const { text, error } = await outcomeOf(engine().chat(ask(model('mock', { tokens: 4, badUtf8: 2 }))))
    expect(error).toBeUndefined()
    expect(text).toBe('0 1 \uFFFD2 3 ')
  })

  test('a web page with status 200 is reported as a broken stream', async () => {
    expect((await fails({ html: 1 })).error).toMatchObject({ code: 'broken-stream', partial: false })
  })

  test.each(Object.entries(subject.malformed))('%s is an error, not an answer', async (_what, raw) => {
    expect((await fails({ raw })).error).toMatchObject({ code: 'broken-stream' })
  })

  test('a line of 64 MB ends the answer after about 1 MB', async () => {
    const before = process.memoryUsage().rss
    const { error } = await fails({ longLine: 64 })
    expect(error).toMatchObject({ code: 'broken-stream', partial: true })
    // Bytes beyond the first megabyte are those in socket buffers.
    expect(server().stats().longLineBytes).toBeLessThan(16_000_000)
    expect(process.memoryUsage().rss - before).toBeLessThan(200_000_000)
  })
}
