import { describe, expect, test } from 'vitest'
import type { AnswerEvent, Message } from '@polylogue/contract'
import { MESSAGE_STATE } from '@polylogue/contract/browser'
import type { SentQuestion } from './run.ts'
import { createRuns, type ReceivedEvent, type RunsOptions } from './runs.ts'

const asked: SentQuestion = {
  text: 'why',
  attachments: [],
  modelId: 1,
  modelTagId: 2,
  modelName: 'm',
  modelTagName: 't',
  replacesQueryId: undefined,
}
const tab = { projectId: 3, tabId: 7 }
const message = { id: 41, queryId: 41, state: 2, responseText: 'ab' } as Message

/** A stream whose events the test pushes. */
function feed() {
  const waiting: (ReceivedEvent | Error | null)[] = []
  let seq = 0
  let wake = () => undefined as void
  const push = (item: ReceivedEvent | Error | null) => {
    waiting.push(item)
    wake()
  }
  async function* read(signal?: AbortSignal): AsyncGenerator<ReceivedEvent> {
    for (;;) {
      while (waiting.length > 0) {
        const item = waiting.shift()
        if (item === null || item === undefined) return
        if (item instanceof Error) throw item
        yield item
      }
      await new Promise<void>((resolve, reject) => {
        wake = resolve
        signal?.addEventListener('abort', () => reject(signal.reason as Error), { once: true })
      })
    }
  }
  return {
    read,
    event: (event: AnswerEvent, queryId = 41) => push({ seq: ++seq, queryId, event }),
    fail: (error: Error) => push(error),
  }
}

function page(more: Partial<RunsOptions> = {}) {
  const settled: Parameters<RunsOptions['settle']>[] = []
  const ended: number[] = []
  let draw = () => undefined as void
  let frames = 0
  let now = 0
  let pending = false
  const frame = () => {
    if (!pending) return
    pending = false
    frames += 1
    draw()
  }
  const runs = createRuns(({ tabId }) => ended.push(tabId))
  runs.connect(1, {
    follow: () => feed().read(),
    most: 3,
    stop: () => Promise.resolve(message),
    settle: (...all) => settled.push(all),
    now: () => now,
    wait: () => Promise.resolve(),
    pace: (show) => {
      draw = show
      return {
        ask: () => {
          pending = true
        },
        flush: frame,
      }
    },
    ...more,
  })
  const running = () => runs.answers.get().map(({ messageId }) => messageId)
  return { runs, settled, running, ended, frame, frames: () => frames, pass: (ms: number) => (now += ms) }
}

const settle = () => new Promise((resolve) => setImmediate(resolve))

describe('a question', () => {
  test('is shown at once, stored with the first event and replaced by its message at the end', async () => {
    const { runs, settled, running, ended, frame } = page()
    const stream = feed()
    const stored = runs.ask(tab, asked, stream.read)
    frame()
    expect(runs.of(7)).toMatchObject([
      { asked, state: 'sending', queryId: undefined, answer: { state: MESSAGE_STATE.pending } },
    ])
    expect(running()).toEqual([undefined])
    stream.event({ type: 'text', text: '' })
    await expect(stored).resolves.toBe(41)
    expect(runs.of(7), 'before the next frame').toMatchObject([{ queryId: 41, state: 'streaming' }])
    expect(running()).toEqual([41])
    stream.event({ type: 'text', text: 'a' })
    stream.event({ type: 'text', text: 'b' })
    await settle()
    frame()
    expect(runs.of(7)).toMatchObject([{ queryId: 41, answer: { text: 'ab' } }])
    expect(runs.keyOf(41)).toBe(runs.of(7)[0]?.key)
    stream.event({ type: 'query', query: message })
    stream.event({ type: 'done' })
    await settle()
    expect(settled).toEqual([[7, 41, message]])
    expect(runs.of(7)).toEqual([])
    expect(running()).toEqual([])
    expect(ended).toEqual([7])
    expect(runs.keyOf(41)).toBe('run-1')
  })

  test('renders once per frame, however many events arrive', async () => {
    const { runs, frame, frames } = page()
    const stream = feed()
    void runs.ask(tab, asked, stream.read)
    stream.event({ type: 'status', phase: 'queued' })
    await settle()
    let told = 0
    runs.subscribe(() => (told += 1))
    const before = frames()
    for (let index = 0; index < 500; index += 1) stream.event({ type: 'text', text: 'x' })
    await settle()
    const seen = runs.of(7)
    expect(runs.of(7)).toBe(seen)
    expect(seen[0]?.answer.text).toBe('')
    frame()
    expect([told, frames() - before]).toEqual([1, 1])
    expect(runs.of(7)[0]?.answer.text).toHaveLength(500)
    frame()
    expect(told).toBe(1)
  })

  test('notifies only the listeners of the text while only the text grows', async () => {
    const { runs, frame } = page()
    const stream = feed()
    void runs.ask(tab, asked, stream.read)
    stream.event({ type: 'text', text: 'a' })
    await settle()
    frame()
    const before = runs.of(7)
    const told: string[] = []
    runs.subscribe(() => told.push('all'))
    before[0]?.growth.watch(() => told.push('text'))
    stream.event({ type: 'text', text: 'b' })
    await settle()
    frame()
    expect(told).toEqual(['text'])
    expect(runs.of(7)).toBe(before)
    expect(before[0]?.growth.newest()?.answer.text).toBe('ab')
    stream.event({ type: 'sources', sources: [] })
    await settle()
    frame()
    expect(told).toEqual(['text', 'text', 'all'])
    expect(runs.of(7)[0]?.answer.text).toBe('ab')
  })

  test('that is not stored is removed and rejects with the error', async () => {
    const { runs, settled, running, ended } = page()
    const stream = feed()
    const stored = runs.ask(tab, asked, stream.read)
    stream.fail(new Error('refused'))
    await expect(stored).rejects.toThrow('refused')
    expect(runs.of(7)).toEqual([])
    expect([settled, running(), ended], 'neither running nor unread').toEqual([[], [], []])
  })

  test('stays shown after a lost connection and is followed again from the beginning', async () => {
    const again = feed()
    const { runs, frame } = page({ follow: (_, __, signal) => again.read(signal) })
    const stream = feed()
    const stored = runs.ask(tab, asked, stream.read)
    stream.event({ type: 'text', text: 'abc' })
    await stored
    stream.fail(new Error('gone'))
    await settle()
    frame()
    expect(runs.of(7)).toMatchObject([{ state: 'waiting', answer: { text: 'abc' }, lost: new Error('gone') }])
    runs.follow(tab, 41)
    again.event({ type: 'text', text: 'abcdef' })
    await settle()
    frame()
    expect(runs.of(7)).toMatchObject([{ key: 'run-1', answer: { text: 'abcdef' }, lost: undefined }])
  })

  test.each([
    ['whose connection broke', new Error('gone')],
    ['whose connection is held back', undefined],
  ])('%s ends when the server lists its message as finished', async (_, error) => {
    const { runs, settled, running, ended } = page()
    const stream = feed()
    const stored = runs.ask(tab, asked, stream.read)
    stream.event({ type: 'text', text: 'a' })
    await stored
    if (error) stream.fail(error)
    await settle()
    runs.listed([{ ...message, state: MESSAGE_STATE.streaming }])
    expect(running()).toEqual([41])
    runs.listed([message])
    expect([runs.of(7), running(), ended]).toEqual([[], [], [7]])
    expect(settled).toEqual([[7, 41, message]])
  })

  test('records when reasoning began and ended', async () => {
    const { runs, frame, pass } = page()
    const stream = feed()
    void runs.ask(tab, asked, stream.read)
    pass(100)
    stream.event({ type: 'reasoning', text: 'hm' })
    await settle()
    pass(9_000)
    stream.event({ type: 'text', text: 'so' })
    await settle()
    pass(500)
    stream.event({ type: 'text', text: ' it' })
    await settle()
    frame()
    expect(runs.of(7)).toMatchObject([{ thoughtFrom: 100, thoughtTo: 9_100, wroteFrom: 9_100 }])
  })
})

describe('an answer that began elsewhere', () => {
  test('is followed only once', async () => {
    let follows = 0
    const stream = feed()
    const { runs, frame } = page({
      follow: (_, __, signal) => {
        follows += 1
        return stream.read(signal)
      },
    })
    runs.follow(tab, 41)
    runs.follow(tab, 41)
    stream.event({ type: 'text', text: 'a' })
    await settle()
    frame()
    expect(follows).toBe(1)
    expect(runs.of(7)).toMatchObject([{ asked: undefined, queryId: 41, answer: { text: 'a' } }])
    expect(runs.of(8)).toEqual([])
  })

  test('is dropped when the page stops following', async () => {
    const stream = feed()
    const { runs, running } = page({ follow: (_, __, signal) => stream.read(signal) })
    runs.follow(tab, 41)
    runs.clear()
    stream.event({ type: 'text', text: 'a' })
    await settle()
    expect(runs.of(7)).toEqual([])
    expect(running()).toEqual([])
  })
})

describe('stopping', () => {
  test('waits until the question is stored', async () => {
    const stopped: number[] = []
    const { runs, settled } = page({
      stop: (queryId) => {
        stopped.push(queryId)
        return Promise.resolve(message)
      },
    })
    const stream = feed()
    const stored = runs.ask(tab, asked, stream.read)
    const done = runs.stop('run-1')
    await settle()
    expect(stopped).toEqual([])
    stream.event({ type: 'text', text: '' })
    await stored
    await done
    expect(stopped).toEqual([41])
    expect(settled).toEqual([[7, 41, message]])
  })

  test('settles once if the stream ends by itself', async () => {
    let release = () => undefined as void
    const { runs, settled } = page({ wait: () => new Promise<void>((resolve) => (release = resolve)) })
    const stream = feed()
    const stored = runs.ask(tab, asked, stream.read)
    stream.event({ type: 'text', text: 'a' })
    await stored
    const done = runs.stop('run-1')
    await settle()
    stream.event({ type: 'query', query: { ...message, state: 4 } })
    stream.event({ type: 'abort' })
    await settle()
    release()
    await done
    expect(settled).toEqual([[7, 41, { ...message, state: 4 }]])
  })

  test('can be tried again after a refusal', async () => {
    const { runs, frame } = page({ stop: () => Promise.reject(new Error('no')) })
    const stream = feed()
    const stored = runs.ask(tab, asked, stream.read)
    stream.event({ type: 'text', text: 'a' })
    await stored
    await expect(runs.stop('run-1')).rejects.toThrow('no')
    frame()
    expect(runs.of(7)[0]?.stopping).toBe(false)
  })
})

describe('more answers than stream slots', () => {
  const at = (tabId: number) => ({ projectId: 3, tabId })
  const many = () => {
    const streams = new Map<number, { after: number; stream: ReturnType<typeof feed> }>()
    const shown = page({
      most: 2,
      follow: (queryId, after, signal) => {
        const stream = feed()
        streams.set(queryId, { after, stream })
        signal.addEventListener('abort', () => streams.delete(queryId))
        return stream.read(signal)
      },
    })
    return { ...shown, streams }
  }

  test('wait for a slot; the viewed tab goes first, and a parked stream resumes where it was', async () => {
    const { runs, frame, streams } = many()
    for (const id of [1, 2, 3]) runs.follow(at(id), id)
    expect([...streams.keys()]).toEqual([1, 2])
    streams.get(2)?.stream.event({ type: 'text', text: 'a' }, 2)
    await settle()
    runs.look(3)
    expect([...streams.keys()]).toEqual([1, 3])
    frame()
    expect(runs.of(2)).toMatchObject([{ state: 'waiting', lost: undefined, answer: { text: 'a' } }])
    streams.get(1)?.stream.event({ type: 'done' }, 1)
    await settle()
    expect(streams.get(2)?.after).toBe(1)
    streams.get(2)?.stream.event({ type: 'text', text: 'b' }, 2)
    await settle()
    frame()
    expect(runs.of(2)).toMatchObject([{ state: 'streaming' }])
    expect(runs.of(2)[0]?.growth.newest()).toMatchObject({ state: 'streaming', answer: { text: 'ab' } })
  })

  test('a new question gives up its stream once it is stored', async () => {
    const { runs, frame, streams } = many()
    for (const id of [1, 2]) runs.follow(at(id), id)
    const stream = feed()
    let left = false
    const stored = runs.ask(tab, asked, (signal) => {
      signal.addEventListener('abort', () => (left = true))
      return stream.read(signal)
    })
    stream.event({ type: 'text', text: '' })
    await expect(stored).resolves.toBe(41)
    frame()
    expect(left).toBe(true)
    expect(runs.of(7)).toMatchObject([{ state: 'waiting', lost: undefined }])
    expect([...streams.keys()]).toEqual([1, 2])
  })

  test('are settled when their message arrives another way', () => {
    const { runs, settled } = many()
    for (const id of [1, 2, 41]) runs.follow(at(id), id)
    runs.listed([message])
    expect(settled).toEqual([[41, 41, message]])
    expect(runs.of(41)).toEqual([])
  })
})
