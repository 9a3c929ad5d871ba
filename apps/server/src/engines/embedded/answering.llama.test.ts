// Real answers from models of 1 MB that the test generates.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ask, outcomeOf, until } from '../engine-contract/setup.contract.ts'
import type { ChatRequest, Engine } from '../engine.ts'
import { installedLlama } from './embedded.ts'
import { modelProcesses, tinyModels } from '#test/embedded/tiny-models.ts'
import { THINKING_TEMPLATE, TINY_TEXT } from './test/tiny-gguf.ts'

const { signal } = new AbortController()
const GREEDY = { temperature: 0, repeat_penalty: 1 }
const greedy = (model: string, more: Partial<ChatRequest> = {}) =>
  ask(model, { firstTokenTimeoutMs: 100_000, idleTimeoutMs: 100_000, options: GREEDY, ...more })

/** Expects that all of them fail with this error. Listens to each from the start, because they end in any order. */
async function allEnd(asked: readonly Promise<unknown>[], message: string): Promise<void> {
  const ends = await Promise.allSettled(asked)
  expect(ends).toEqual(
    asked.map(() => ({ status: 'rejected', reason: expect.objectContaining({ message }) as unknown })),
  )
}

describe.skipIf(installedLlama() === undefined)('answers of node-llama-cpp', () => {
  const fixture = tinyModels()
  let engine: Engine
  let [tiny, other, endless, spaced, thinking, vectors] = ['', '', '', '', '', '']
  beforeAll(async () => {
    fixture.put('tiny')
    fixture.put('other', { text: 'Another model says quite different things, one after the next.' })
    fixture.put('endless', { endless: true, contextLength: 32_768 })
    fixture.put('spaced', { spacePrefix: true })
    const text = '<think> Orla counts her goats. </think> There are two of them.'
    fixture.put('thinks', { text, template: THINKING_TEMPLATE })
    fixture.put('vectors', { embeddings: true })
    engine = fixture.open({ windowTokens: 16_384 })
    const names = (await engine.models(signal)).map(({ name }) => name)
    ;[endless = '', other = '', spaced = '', thinking = '', tiny = '', vectors = ''] = names
    expect(names).toHaveLength(6)
  })
  afterAll(async () => {
    await engine.close()
    fixture.remove()
  })

  test('greedy decoding returns the exact text, phases and token counts', async () => {
    const { text, events, error } = await outcomeOf(engine.chat(greedy(tiny)))
    expect(error).toBeUndefined()
    expect(text).toBe(TINY_TEXT)
    expect(events.map((event) => (event.type === 'status' ? event.phase : event.type)).slice(0, 3)).toEqual([
      'loading',
      'reading',
      'answering',
    ])
    const end = events.at(-1)
    expect(end).toMatchObject({ type: 'end', reason: 'stop' })
    if (end?.type !== 'end') throw new Error('no end')
    expect(end.usage.promptTokens).toBeGreaterThan(2)
    expect(end.usage.responseTokens).toBeGreaterThan(70)
  })

  test('concurrent requests to two models all get the complete text', async () => {
    const asked = [tiny, other, tiny, other, tiny, tiny].map((model) => outcomeOf(engine.chat(greedy(model))))
    const texts = (await Promise.all(asked)).map(({ text }) => text)
    expect(texts.filter((text) => text === TINY_TEXT)).toHaveLength(4)
    expect(texts[1]).toBe('Another model says quite different things, one after the next.')
    expect(texts[3]).toBe(texts[1])
    expect(modelProcesses()).toHaveLength(2)
  })

  test('the same seed gives the same text, another seed another text', async () => {
    const seeded = async (seed: number) =>
      (
        await outcomeOf(
          engine.chat(greedy(tiny, { options: { temperature: 2, top_k: 1000, top_p: 1, seed } })),
        )
      ).text
    const first = await seeded(7)
    expect(await seeded(7)).toBe(first)
    expect(await seeded(8)).not.toBe(first)
  })

  test('thinking is separated from the answer', async () => {
    const told = (await engine.models(signal)).find(({ name }) => name === thinking)
    expect(told).toMatchObject({ capabilities: { chat: true, thinking: true } })
    const { events, thinking: thought, text } = await outcomeOf(engine.chat(greedy(thinking)))
    expect([thought.trim(), text.trim()]).toEqual(['Orla counts her goats.', 'There are two of them.'])
    const phases = events.flatMap((event) => (event.type === 'status' ? event.phase : []))
    expect(phases).toEqual(['loading', 'reading', 'thinking', 'answering'])
    const brief = await outcomeOf(engine.chat(greedy(thinking, { reasoning: false })))
    expect(brief.thinking).toBe('')
  })

  test('an answer is continued from its given beginning', async () => {
    const continueFrom = TINY_TEXT.slice(0, TINY_TEXT.indexOf(' model,'))
    for (const model of [tiny, spaced]) {
      const { text } = await outcomeOf(engine.chat(greedy(model, { continueFrom })))
      expect(continueFrom + text).toBe(TINY_TEXT)
    }
  })

  test('an answer ends at a stop word or after num_predict tokens', async () => {
    const stop = await outcomeOf(engine.chat(greedy(tiny, { options: { ...GREEDY, stop: ' radio' } })))
    expect(stop.text).toBe(TINY_TEXT.slice(0, TINY_TEXT.indexOf(' radio')))
    expect(stop.events.at(-1)).toMatchObject({ reason: 'stop' })
    const cut = await outcomeOf(engine.chat(greedy(tiny, { options: { ...GREEDY, num_predict: 3 } })))
    expect(cut.text).toBe('Hello! I am')
    expect(cut.events.at(-1)).toMatchObject({ reason: 'length', usage: { responseTokens: 3 } })
  })

  test('refuses a conversation that does not fit, and ends an answer when the context is full', async () => {
    const long = await outcomeOf(
      engine.chat(greedy(tiny, { messages: [{ role: 'user', text: 'word '.repeat(6_000) }] })),
    )
    expect(long.error).toMatchObject({ code: 'context-overflow', partial: false })
    const full = await outcomeOf(engine.chat(greedy(endless, { options: { ...GREEDY, num_ctx: 300 } })))
    expect(full.error).toBeUndefined()
    expect(full.events.at(-1)).toMatchObject({ reason: 'length' })
    expect(full.text.startsWith(TINY_TEXT)).toBe(true)
  })

  test('an answer matches the requested JSON Schema', async () => {
    const schema = {
      type: 'object',
      properties: { word: { enum: ['Hello!', 'goats'] } },
      required: ['word'],
      additionalProperties: false,
    }
    const responseFormat = { type: 'schema' as const, name: 'word', schema }
    const { text, error } = await outcomeOf(engine.chat(greedy(tiny, { responseFormat })))
    expect(error).toBeUndefined()
    expect(JSON.parse(text)).toEqual({ word: expect.stringMatching(/^(Hello!|goats)$/) })
  })

  test('embedding models return one vector per text and refuse to chat; chat models refuse to embed', async () => {
    const [goats, lamps, again] = await engine.embed(
      vectors,
      ['two goats', 'the great lamp', 'two goats'],
      signal,
    )
    expect(goats).toHaveLength(256)
    expect(again).toEqual(goats)
    expect(lamps).not.toEqual(goats)
    expect(await engine.embed(vectors, [], signal)).toEqual([])
    await expect(engine.embed(tiny, ['a'], signal)).rejects.toMatchObject({ code: 'bad-request' })
    expect((await outcomeOf(engine.chat(greedy(vectors)))).error).toMatchObject({ code: 'bad-request' })
  })

  test('aborting ends the answer within a token and frees its slot', async () => {
    for (let round = 0; round < 6; round++) {
      const stop = new AbortController()
      const reason = new Error('stopped')
      let [pieces, later] = [0, 0]
      const reading = async () => {
        for await (const event of engine.chat(greedy(endless, { signal: stop.signal }))) {
          if (event.type !== 'text') continue
          if (stop.signal.aborted) later++
          if (++pieces === 2) stop.abort(reason)
        }
      }
      await expect(reading()).rejects.toBe(reason)
      expect(later).toBe(0)
    }
    // Six answers were stopped, and there are four sequences.
    expect(
      (await outcomeOf(engine.chat(greedy(endless, { options: { ...GREEDY, num_predict: 5 } })))).error,
    ).toBe(undefined)
  })

  test('the fifth request waits for a slot, or fails as busy if it may not wait', async () => {
    const stop = new AbortController()
    let begun = 0
    const read = async (request: ChatRequest) => {
      for await (const event of engine.chat(request))
        if (event.type === 'status' && event.phase === 'reading') begun++
    }
    const asked = (more: Partial<ChatRequest> = {}) => read(greedy(endless, { signal: stop.signal, ...more }))
    const four = [1, 2, 3, 4].map(() => asked())
    await until(() => begun === 4, 100_000)
    await expect(asked({ mayWait: false })).rejects.toMatchObject({ code: 'busy' })
    const own = new AbortController()
    const fifth = asked({
      signal: AbortSignal.any([stop.signal, own.signal]),
      options: { ...GREEDY, num_predict: 5 },
    })
    const sixth = asked({ signal: own.signal })
    own.abort(new Error('waited long enough'))
    await allEnd([fifth, sixth], 'waited long enough')
    expect(begun).toBe(4)
    const seventh = asked({ signal, options: { ...GREEDY, num_predict: 5 } })
    stop.abort(new Error('enough'))
    await allEnd(four, 'enough')
    await seventh
    expect(begun).toBe(5)
  })

  test('fails with a timeout when the first token takes too long', async () => {
    const fresh = fixture.open()
    const { error } = await outcomeOf(fresh.chat(greedy(tiny, { firstTokenTimeoutMs: 20 })))
    expect(error).toMatchObject({ code: 'timeout', waitedMs: 20, partial: false })
    await fresh.close()
  })
})
