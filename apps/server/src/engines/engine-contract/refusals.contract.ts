import { expect, test } from 'vitest'
import { model } from '#test/model-server/index.ts'
import { EngineError, type ChatRequest } from '../engine.ts'
import { ask, numbers, outcomeOf, type ContractSetup } from './setup.contract.ts'

export function refusals({ subject, server, engine }: ContractSetup): void {
  const refusal = async (
    settings: Parameters<typeof model>[1],
    more: Partial<ChatRequest> = {},
  ): Promise<EngineError> => {
    const { error } = await outcomeOf(engine().chat(ask(model('mock', settings), more)))
    expect(error).toBeInstanceOf(EngineError)
    return error as EngineError
  }
  const asked = (): number => server().stats().byPath[`POST ${subject.chatPath}`] ?? 0

  test.each([
    [400, 'bad-request'],
    [401, 'auth'],
    [403, 'auth'],
    [404, 'not-found'],
    [413, 'bad-request'],
    [422, 'bad-request'],
    [500, 'internal'],
    [502, 'unreachable'],
    [504, 'unreachable'],
  ])('status %i is reported as %s and not retried', async (status, code) => {
    expect(await refusal({ status })).toMatchObject({ code, partial: false })
    expect(asked()).toBe(1)
  })

  test.each([429, 503])('status %i with Retry-After is retried', async (status) => {
    const { text } = await outcomeOf(engine().chat(ask(model('mock', { status, retry: 0, times: 2 }))))
    expect(text).toBe(numbers(20))
    expect(asked()).toBe(3)
  })

  test('a request refused for lack of capacity is retried twice at most', async () => {
    expect(await refusal({ status: 429, retry: 0 })).toMatchObject({ code: 'rate-limited', retryAfterMs: 0 })
    expect(asked()).toBe(3)
  })

  test('a long Retry-After is reported instead of waited for', async () => {
    expect(await refusal({ status: 429, retry: 3600 })).toMatchObject({
      code: 'rate-limited',
      retryAfterMs: 3_600_000,
    })
    expect(asked()).toBe(1)
  })

  test('waiting for a retry ends with the first-token limit', async () => {
    expect(await refusal({ status: 429, retry: 5 }, { firstTokenTimeoutMs: 150 })).toMatchObject({
      code: 'timeout',
    })
  })

  test('a refused option is reported in a sentence without secrets', async () => {
    const message =
      "Unsupported value: 'temperature' is not allowed.\n at /srv/llm/app.py see http://10.0.0.5:8000/docs with sk-abcdef1234567890abcdef12"
    const error = await refusal({ status: 400, message })
    expect(error).toMatchObject({ code: 'bad-request' })
    expect(error.reason).toContain("'temperature' is not allowed")
    expect(error.reason).not.toMatch(/srv|10\.0|8000|sk-|http/)
  })
}
