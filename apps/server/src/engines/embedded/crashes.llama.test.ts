// A fault of a model ends only its own process: crashes, hangs, lack of memory, hostile files.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { ask, outcomeOf, until } from '../engine-contract/setup.contract.ts'
import type { ChatEvent, ChatRequest, Engine } from '../engine.ts'
import { installedLlama } from './embedded.ts'
import { modelProcesses, tinyModels } from '#test/embedded/tiny-models.ts'
import { TINY_TEXT } from './test/tiny-gguf.ts'

const { signal } = new AbortController()
const GREEDY = { temperature: 0, repeat_penalty: 1 }
const greedy = (model: string, more: Partial<ChatRequest> = {}) =>
  ask(model, { firstTokenTimeoutMs: 100_000, idleTimeoutMs: 100_000, options: GREEDY, ...more })

/** Starts reading an answer; `first` resolves when its text begins, or with its error. */
function begun(answer: AsyncIterable<ChatEvent>): {
  outcome: ReturnType<typeof outcomeOf>
  first: Promise<void>
} {
  const first = Promise.withResolvers<void>()
  async function* seen() {
    for await (const event of answer) {
      if (event.type === 'text') first.resolve()
      yield event
    }
  }
  const outcome = outcomeOf(seen())
  void outcome.then(({ error }) => first.reject(error ?? new Error('It ended without text')))
  return { outcome, first: first.promise }
}

describe.skipIf(installedLlama() === undefined)('faults of a model process', () => {
  const fixture = tinyModels()
  let engine: Engine
  let [tiny, endless] = ['', '']
  beforeAll(async () => {
    fixture.put('endless', { endless: true, contextLength: 32_768 })
    fixture.put('tiny')
    const names = (await fixture.open().models(signal)).map(({ name }) => name)
    ;[endless = '', tiny = ''] = names
  })
  afterEach(async () => {
    await engine.close()
    await until(() => modelProcesses().length === 0, 100_000)
  })
  afterAll(() => fixture.remove())

  test('killing a process keeps the partial text, spares other models, and the process restarts', async () => {
    engine = fixture.open({ windowTokens: 16_384 })
    await outcomeOf(engine.chat(greedy(tiny)))
    const before = modelProcesses()
    const { outcome, first } = begun(engine.chat(greedy(endless)))
    await first
    const [fresh = 0] = modelProcesses().filter((pid) => !before.includes(pid))
    process.kill(fresh, 'SIGKILL')
    const { error, text } = await outcome
    expect(error).toMatchObject({ code: 'crashed', partial: true })
    expect(text.startsWith('Hello!')).toBe(true)
    expect((await outcomeOf(engine.chat(greedy(tiny)))).text).toBe(TINY_TEXT)
    const again = await outcomeOf(engine.chat(greedy(endless, { options: { ...GREEDY, num_predict: 3 } })))
    expect(again).toMatchObject({ text: 'Hello! I am', error: undefined })
    expect(fixture.logged()).toContain('the process of a model ended')
  })

  test('a process that hangs is ended, and its answer fails with a timeout', async () => {
    engine = fixture.open({ windowTokens: 16_384, hangMs: 6_000 })
    const { outcome, first } = begun(engine.chat(greedy(endless)))
    await first
    const [pid = 0] = modelProcesses()
    process.kill(pid, 'SIGSTOP')
    expect((await outcome).error).toMatchObject({ code: 'timeout', partial: true })
    expect(modelProcesses()).toEqual([])
    expect((await outcomeOf(engine.chat(greedy(tiny)))).text).toBe(TINY_TEXT)
  })

  test('after repeated crashes a request fails with the remaining pause instead of waiting', async () => {
    engine = fixture.open({ pauseMs: 3_000 })
    for (let fall = 0; fall < 2; fall++) {
      const asked = outcomeOf(engine.chat(greedy(tiny, { options: { ...GREEDY, num_predict: 1 } })))
      await until(() => modelProcesses().length === 1, 100_000)
      for (const pid of modelProcesses()) process.kill(pid, 'SIGKILL')
      expect((await asked).error).toMatchObject({ code: 'crashed', partial: false })
    }
    const { error } = await outcomeOf(engine.chat(greedy(tiny)))
    expect(error).toMatchObject({ code: 'crashed', retryAfterMs: expect.any(Number) })
  })

  test('a model is unloaded to make room, unless it is pinned; then the other model is refused', async () => {
    engine = fixture.open({ memoryBytes: 500_000_000 })
    await outcomeOf(engine.chat(greedy(tiny)))
    const [first] = modelProcesses()
    expect(
      (await outcomeOf(engine.chat(greedy(endless, { options: { ...GREEDY, num_predict: 3 } })))).text,
    ).toBe('Hello! I am')
    expect(modelProcesses()).toHaveLength(1)
    expect(modelProcesses()).not.toContain(first)
    for await (const progress of engine.load?.(endless, signal) ?? [])
      expect(progress.total).toBeGreaterThan(0)
    expect((await outcomeOf(engine.chat(greedy(tiny)))).error).toMatchObject({ code: 'out-of-memory' })
  })

  test('a process that uses more memory than estimated is ended and logged', async () => {
    const path = fixture.put('greedy', { contextLength: 131_072 })
    const windowTokens = 131_072
    engine = fixture.openUnchecked(
      { path, contextLength: windowTokens },
      { memoryBytes: 400_000_000, windowTokens },
    )
    const { error } = await outcomeOf(engine.chat(greedy('greedy:latest')))
    expect(error).toMatchObject({ code: 'out-of-memory' })
    expect(fixture.logged()).toContain('Models took')
    expect(modelProcesses()).toEqual([])
  })

  test('a hostile file crashes only its own process and is refused after three crashes', async () => {
    const path = fixture.put('hostile', { heads: 0 })
    // The file check refuses it; the second engine below skips the check.
    engine = fixture.open()
    expect((await outcomeOf(engine.chat(greedy('hostile:latest')))).error).toMatchObject({
      code: 'bad-request',
    })
    await engine.close()
    engine = fixture.openUnchecked({ path })
    for (let fall = 0; fall < 3; fall++) {
      const { error } = await outcomeOf(engine.chat(greedy('hostile:latest')))
      expect(error).toMatchObject({ code: 'crashed', partial: false })
    }
    expect(fixture.logged()).toContain('SIGABRT')
    expect((await outcomeOf(engine.chat(greedy('hostile:latest')))).error).toMatchObject({
      code: 'bad-request',
      reason: expect.stringContaining('damaged'),
    })
  })

  test('a file that llama.cpp cannot load is refused with a reason', async () => {
    const whole = readFileSync(fixture.put('whole'))
    const path = join(fixture.folder, 'half.gguf')
    writeFileSync(path, whole.subarray(0, whole.length / 2))
    engine = fixture.openUnchecked({ path })
    const { error } = await outcomeOf(engine.chat(greedy('half:latest')))
    expect(error).toMatchObject({
      code: 'bad-request',
      reason: expect.stringContaining('cannot load its file'),
    })
    expect(modelProcesses()).toEqual([])
  })

  test('loading reports progress; unloading and idle time end the process', async () => {
    engine = fixture.open({ keepMs: 300 })
    const told = []
    for await (const progress of engine.load?.(tiny, signal) ?? []) told.push(progress)
    expect(told.at(0)).toMatchObject({ state: 'loading' })
    expect(told.at(-1)).toMatchObject({ state: 'ready' })
    const loaded = async () => (await engine.models(signal)).find(({ name }) => name === tiny)
    expect(await loaded()).toMatchObject({ loaded: true, memoryBytes: expect.any(Number) })
    await engine.unload?.(tiny, signal)
    expect(modelProcesses()).toEqual([])
    expect(await loaded()).toMatchObject({ loaded: false })
    // A model that is not pinned unloads by itself.
    await outcomeOf(engine.chat(greedy(tiny)))
    expect(modelProcesses()).toHaveLength(1)
    await until(() => modelProcesses().length === 0, 100_000)
  })

  test('unloading waits for a running answer', async () => {
    engine = fixture.open()
    const { outcome, first } = begun(
      engine.chat(greedy(endless, { options: { ...GREEDY, num_predict: 400 } })),
    )
    await first
    await engine.unload?.(endless, signal)
    expect(modelProcesses()).toEqual([])
    expect(await outcome).toMatchObject({ error: undefined })
  })

  test('a model process ends when the server is killed', async () => {
    const entry = new URL('../../../test/embedded/doomed-server.ts', import.meta.url)
    engine = fixture.open()
    const server = fork(entry, [fixture.folder, tiny], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
    const [pid] = (await once(server, 'message')) as [number]
    expect(modelProcesses(server.pid)).toEqual([pid])
    server.kill('SIGKILL')
    await once(server, 'exit')
    await until(() => !isAlive(pid), 100_000)
  })
})

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
