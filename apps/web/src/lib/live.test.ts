import { ApiProblem } from '@polylogue/client'
import type { LiveMessage } from '@polylogue/contract'
import { expect, test } from 'vitest'
import { createLive, type LiveState } from './live.ts'

const message: LiveMessage = { context: 8, uri: '/projects', contextData: {} }

/** A fake page and server: the test opens, feeds and ends streams, and controls time. */
function page() {
  const seen = { states: [] as LiveState[], heard: 0, opened: [] as boolean[], pauses: [] as number[] }
  let wanted = true
  let now = 0
  const tries: { stream: ReturnType<typeof stream>; settle(problem?: Error): void; signal: AbortSignal }[] =
    []
  const wakes: (() => void)[] = []
  const live = createLive({
    open: (signal) =>
      new Promise((resolve, reject) => {
        const opened = stream(signal)
        const settle = (problem?: Error) => (problem ? reject(problem) : resolve(opened.read()))
        tries.push({ stream: opened, settle, signal })
      }),
    wanted: () => wanted,
    onMessage: () => (seen.heard += 1),
    onOpen: (first) => seen.opened.push(first),
    onStateChange: (state) => seen.states.push(state),
    pause: (ms) => {
      seen.pauses.push(ms)
      return new Promise((resolve) => wakes.push(resolve))
    },
    now: () => now,
    random: () => 0.5,
  })
  return {
    live,
    seen,
    tries,
    want: (next: boolean) => {
      wanted = next
      live.look()
    },
    wake: () => wakes.at(-1)?.(),
    pass: (ms: number) => (now += ms),
    latest: () => tries.at(-1),
  }
}

function stream(signal: AbortSignal) {
  const waiting: LiveMessage[] = []
  let ended = false
  let wake = () => undefined as void
  signal.addEventListener('abort', () => wake())
  return {
    push: () => {
      waiting.push(message)
      wake()
    },
    end: () => {
      ended = true
      wake()
    },
    async *read(): AsyncGenerator<LiveMessage> {
      for (;;) {
        signal.throwIfAborted()
        yield* waiting.splice(0)
        if (ended) return
        await new Promise<void>((resolve) => (wake = resolve))
      }
    },
  }
}

const settled = () => new Promise((resolve) => setImmediate(resolve))

async function opened() {
  const here = page()
  here.live.look()
  here.latest()?.settle()
  await settled()
  return here
}

test('a visible page opens one stream and receives its events', async () => {
  const { live, seen, tries, latest } = await opened()
  live.look()
  latest()?.stream.push()
  latest()?.stream.push()
  await settled()
  expect(tries).toHaveLength(1)
  expect(seen).toEqual({ states: ['connecting', 'open'], heard: 2, opened: [true], pauses: [] })
})

test('a hidden page closes its stream; visible again, it reconnects and reports a gap', async () => {
  const { seen, want, latest, tries } = await opened()
  want(false)
  await settled()
  expect(tries[0]?.signal.aborted).toBe(true)
  want(true)
  latest()?.settle()
  await settled()
  expect(seen).toMatchObject({
    states: ['connecting', 'open', 'closed', 'connecting', 'open'],
    opened: [true, false],
    pauses: [],
  })
})

test('a page that was never visible opens no stream', () => {
  const { seen, want, tries } = page()
  want(false)
  expect(tries).toEqual([])
  expect(seen.states).toEqual(['closed'])
})

test('reconnects after a lost stream, with growing pauses while it fails', async () => {
  const { seen, latest, wake, pass } = await opened()
  latest()?.stream.end()
  await settled()
  for (let index = 0; index < 6; index++) {
    wake()
    await settled()
    latest()?.settle(new Error('no'))
    await settled()
  }
  // Half of the pause is random; the test uses the middle.
  expect(seen.pauses).toEqual([2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000].map((ms) => ms * 0.75))
  wake()
  await settled()
  latest()?.settle()
  await settled()
  expect(seen.opened).toEqual([true, false])
  pass(20_000)
  latest()?.stream.end()
  await settled()
  expect(seen.pauses.at(-1)).toBe(750)
})

test('waits at least the retry time of a 429 response', async () => {
  const { live, seen, latest } = page()
  live.look()
  latest()?.settle(new ApiProblem(429, 'TOO_MANY_STREAMS', '', { retryAfter: 30 }))
  await settled()
  expect(seen.pauses[0]).toBeGreaterThanOrEqual(30_000)
})

test('does not wait for the pause when the browser comes online', async () => {
  const { live, tries, latest } = await opened()
  latest()?.stream.end()
  await settled()
  live.look()
  expect(tries).toHaveLength(2)
})

test('opens no stream after it was ended', async () => {
  const { live, seen, latest, wake, tries } = await opened()
  latest()?.stream.end()
  await settled()
  live.end()
  wake()
  await settled()
  expect(tries).toHaveLength(1)
  expect(seen.states.at(-1)).toBe('closed')
})
