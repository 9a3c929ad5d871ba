// Requirements for every engine, whether it runs against a scripted server over HTTP or in this machine's processes.
import { describe, expect, test } from 'vitest'
import { OPTION_NAMES, type ChatRequest, type Engine, type PromptOptionValues } from '../engine.ts'
import { ask, outcomeOf, until } from './setup.contract.ts'

export interface EverySubject {
  engine(): Engine
  /** Another engine of this kind with the same models; the caller closes it. */
  another(): Engine
  /** A model that gives exactly this text in this many tokens when asked with these options. */
  readonly speaker: {
    readonly model: string
    readonly text: string
    readonly tokens: number
    readonly promptTokens: number
  }
  readonly options: PromptOptionValues
  /** A model whose answer goes on for a while. */
  readonly endless: string
  readonly vectors: string
  /** A family in the model list that can answer. */
  readonly family: string
  /** Resolves when no work is in progress. */
  quiet(): Promise<void>
}

export function everyEngine(subject: EverySubject): void {
  const { speaker, options, endless } = subject
  const { signal } = new AbortController()
  const limits = { firstTokenTimeoutMs: 100_000, idleTimeoutMs: 100_000 }
  const chat = (model: string, more: Partial<ChatRequest> = {}) =>
    subject.engine().chat(ask(model, { ...limits, options, ...more }))

  describe('answers', () => {
    test('returns every chunk once and in order, then one end event with token counts', async () => {
      const { events, text, error } = await outcomeOf(chat(speaker.model))
      expect(error).toBeUndefined()
      expect(text).toBe(speaker.text)
      expect(events.filter((event) => event.type === 'end')).toHaveLength(1)
      expect(events.at(-1)).toMatchObject({
        type: 'end',
        reason: 'stop',
        usage: { promptTokens: speaker.promptTokens, responseTokens: speaker.tokens },
      })
      const phases = events.flatMap((event) => (event.type === 'status' ? event.phase : []))
      expect(phases.filter((phase) => phase !== 'loading')).toEqual(['reading', 'answering'])
    })

    test('four concurrent requests each get their own answer', async () => {
      const asked = Array.from({ length: 4 }, () => outcomeOf(chat(speaker.model)))
      for (const { text } of await Promise.all(asked)) expect(text).toBe(speaker.text)
    })

    test('reports that the answer was cut at its maximum length', async () => {
      const { events, text } = await outcomeOf(
        chat(speaker.model, { options: { ...options, num_predict: 3 } }),
      )
      expect(events.at(-1)).toMatchObject({ reason: 'length', usage: { responseTokens: 3 } })
      expect(speaker.text.startsWith(text) && text.length > 0).toBe(true)
    })

    test('reports unsupported options before anything else', async () => {
      const { events } = await outcomeOf(
        chat(speaker.model, { options: { ...options, temperature: 0, tfs_z: 2, num_gqa: 8 } }),
      )
      const params = { options: 'num_gqa, tfs_z' }
      expect(events[0]).toEqual({ type: 'notice', code: 'OPTIONS_UNUSED', params })
      expect(Object.keys(subject.engine().options()).toSorted()).toEqual([...OPTION_NAMES].toSorted())
      expect(subject.engine().options()).toMatchObject({ temperature: 'request', tfs_z: 'unsupported' })
    })

    test('a slow reader loses no text and causes no timeout', async () => {
      const pieces: string[] = []
      for await (const event of chat(speaker.model, { idleTimeoutMs: 150 })) {
        if (event.type !== 'text') continue
        pieces.push(event.text)
        if (pieces.length === 2) await new Promise((resolve) => setTimeout(resolve, 400))
      }
      expect(pieces.join('')).toBe(speaker.text)
    })
  })

  describe('stopping', () => {
    test('aborting during the answer throws the reason and ends the work', async () => {
      const stop = new AbortController()
      const reason = new Error('stopped')
      const reading = async () => {
        for await (const event of chat(endless, { signal: stop.signal }))
          if (event.type === 'text') {
            expect(stop.signal.aborted).toBe(false)
            stop.abort(reason)
            stop.abort(new Error('twice'))
          }
      }
      await expect(reading()).rejects.toBe(reason)
      await subject.quiet()
    })

    test('leaving the loop ends the work', async () => {
      for await (const event of chat(endless)) if (event.type === 'text') break
      await subject.quiet()
    })

    test('a call that was aborted before throws the reason', async () => {
      const reason = new Error('early')
      const early = AbortSignal.abort(reason)
      expect((await outcomeOf(chat(speaker.model, { signal: early }))).error).toBe(reason)
      await expect(subject.engine().models(early)).rejects.toBe(reason)
      await expect(subject.engine().health(early)).rejects.toBe(reason)
      await expect(subject.engine().embed(subject.vectors, ['a'], early)).rejects.toBe(reason)
    })

    test('closing the engine ends its open answers', async () => {
      const other = subject.another()
      let begun = false
      async function* watched() {
        for await (const event of other.chat(ask(endless, { ...limits, options }))) {
          if (event.type === 'text') begun = true
          yield event
        }
      }
      const answer = outcomeOf(watched())
      await until(() => begun, 100_000)
      await other.close()
      expect((await answer).error).toMatchObject({ code: 'broken-stream', partial: true })
    })
  })

  describe('models and health', () => {
    test('reports an unknown model as not found', async () => {
      expect((await outcomeOf(chat('nobody'))).error).toMatchObject({ code: 'not-found', partial: false })
    })

    test('a listed model answers, and the engine is healthy', async () => {
      expect(await subject.engine().health(signal)).toMatchObject({ ok: true })
      const found = (await subject.engine().models(signal)).find(({ family }) => family === subject.family)
      expect(found).toMatchObject({
        tag: 'latest',
        local: true,
        capabilities: { chat: true, embeddings: false },
      })
      const { error, text } = await outcomeOf(chat(found?.name ?? ''))
      expect(error).toBeUndefined()
      expect(text).not.toBe('')
    })

    test('makes one vector per text in order, or refuses to embed', async () => {
      const engine = subject.engine()
      if (!engine.can.embeddings) {
        const refused = { code: 'bad-request', reason: 'it makes no vectors' }
        await expect(engine.embed(subject.vectors, ['a'], signal)).rejects.toMatchObject(refused)
        return
      }
      const texts = Array.from({ length: 130 }, (_, i) => `text ${i}`)
      const vectors = await engine.embed(subject.vectors, texts, signal)
      const [single] = await engine.embed(subject.vectors, ['text 77'], signal)
      expect(vectors).toHaveLength(130)
      expect(vectors[77]).toEqual(single)
      expect(vectors[77]).not.toEqual(vectors[78])
      expect(await engine.embed(subject.vectors, [], signal)).toEqual([])
    })

    test('refuses unsupported requests with a reason', async () => {
      const refused = async (more: Partial<ChatRequest>) => (await outcomeOf(chat(speaker.model, more))).error
      const reason = expect.any(String)
      const { can } = subject.engine()
      const tools = [{ name: 'weather' }]
      if (!can.tools) expect(await refused({ tools })).toMatchObject({ code: 'bad-request', reason })
      const responseFormat = { type: 'json' as const }
      if (!can.grammar)
        expect(await refused({ responseFormat })).toMatchObject({ code: 'bad-request', reason })
      if (!can.continue)
        expect(await refused({ continueFrom: 'It' })).toMatchObject({ code: 'bad-request', reason })
    })
  })
}
