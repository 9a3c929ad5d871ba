// Answers that are sent whole: their memory is reserved before the engine is asked, and long ones are sent in steps.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ReplyMemory } from '#http/v1.ts'
import { systemClock } from '#platform/clock.ts'
import { Problem } from '#problem.ts'
import { viewer } from '#test/http-server.ts'
import { programOf, type Program } from '#test/program.ts'
import { openTalk, type Talk } from '#test/talk.ts'
import { openAiApiService } from './service.ts'

const TEXT = 'All work and "no" play. '.repeat(60_000)
const HI = [{ role: 'user', content: 'Hello' }]

let talk: Talk
let program: Program
beforeAll(async () => {
  talk = await openTalk([], { server: { settings: { text: TEXT, piece: 100_000 } } })
  program = await programOf(talk, talk.anna)
})
afterAll(() => talk[Symbol.asyncDispose]())

test('a long completion and a long response arrive whole, and were never whole in memory as JSON', async () => {
  const completion = await program.complete({ model: 'script' })
  expect(completion.status).toBe(200)
  expect(completion.headers.get('content-length')).toBeNull()
  expect(completion.body.choices[0]?.message.content).toBe(TEXT)
  interface Told {
    output: { content: { text: string }[] }[]
  }
  const response = await program.post<Told>('responses', { model: 'script', input: 'Hello' })
  expect(response.headers.get('content-length')).toBeNull()
  expect(response.body.output[0]?.content[0]?.text).toBe(TEXT)
})

test.each(['complete', 'respond'] as const)('%s reserves memory before the engine is asked', async (name) => {
  const all: string[] = []
  const body = { model: 'script', messages: HI }
  const asked =
    name === 'complete' ? body : { model: 'script', input: 'Hello', instructions: 'x'.repeat(1_000) }
  const memory: ReplyMemory = {
    reserve: (bytes) => void all.push(`reserve ${bytes}`),
    grow: (bytes) => void all.push(`grow ${bytes > 0}`),
  }
  const service = serviceOf(all)
  await service[name](viewer(), asked, { signal: new AbortController().signal, memory })
  expect(all).toEqual([
    expect.stringMatching(name === 'complete' ? /^reserve 65536$/ : /^reserve 6[67]\d{3}$/),
    'asks',
    'grow true',
    'ended',
  ])

  all.length = 0
  const refuse = () => {
    throw new Problem('TOO_MANY_ATTEMPTS')
  }
  const full: ReplyMemory = { ...memory, reserve: refuse }
  const refused = service[name](viewer(), asked, { signal: new AbortController().signal, memory: full })
  await expect(refused).rejects.toMatchObject({ code: 'TOO_MANY_ATTEMPTS' })
  expect(all).toEqual([])
})

/** The real models with an engine that tells what it was asked. */
function serviceOf(all: string[]) {
  return openAiApiService({
    db: talk.app.db,
    bus: { on: () => () => undefined, onGap: () => () => undefined },
    clock: systemClock,
    async *answer({ atItsTurn }) {
      await atItsTurn?.()
      all.push('asks')
      yield { type: 'text', text: 'x'.repeat(70_000) }
      all.push('ended')
      yield { type: 'end', reason: 'stop', usage: { promptTokens: null, responseTokens: null } }
    },
    maxPictureBytes: () => -1,
    streamsOf: () => true,
    log: { warn: () => undefined } as never,
    engineOf: () => ({ can: { tools: true, schema: true } }) as never,
    inTurn: () => Promise.reject(new Error('not asked')),
    counted: () => undefined,
  })
}
