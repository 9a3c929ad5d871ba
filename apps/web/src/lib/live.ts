// The event stream of the user's live messages (LIVE-2): one per visible page, reopened when it breaks.
import { ApiProblem, readStream } from '@polylogue/client'
import type { LiveMessage } from '@polylogue/contract'
import { contract } from '@polylogue/contract/browser'
import type { Api } from './api.ts'

/** closed: the page is hidden, or the browser is offline. */
export type LiveState = 'initializing' | 'connecting' | 'open' | 'closed'

export interface LiveOptions {
  /** Opens the stream; resolves with its messages once it is open. */
  open(signal: AbortSignal): Promise<AsyncIterable<LiveMessage>>
  /** Returns whether a stream is needed: the page is visible and the browser is online. */
  wanted(): boolean
  onMessage(message: LiveMessage): void
  /** Called when the stream opens. Events before that may have been missed, so all shown data should be invalidated. */
  onOpen(first: boolean): void
  onStateChange(state: LiveState): void
  /** Resolves after `ms` milliseconds, or when `signal` aborts. */
  pause(ms: number, signal: AbortSignal): Promise<void>
  now(): number
  /** From 0 to 1. */
  random(): number
}

export interface Live {
  /** Call when the result of `wanted` may have changed. A stream that waits to retry does so at once. */
  look(): void
  end(): void
}

const PAUSE_MS = { least: 1_000, most: 30_000 }
/** A stream that lasted this long resets the backoff. */
const STEADY_MS = 10_000

export function createLive(options: LiveOptions): Live {
  let state: LiveState = 'initializing'
  let control: AbortController | undefined
  let first = true
  const enter = (next: LiveState) => {
    if (next === state) return
    state = next
    options.onStateChange(next)
  }
  const stop = () => {
    control?.abort()
    control = undefined
  }
  const opened = () => {
    enter('open')
    options.onOpen(first)
    first = false
  }
  return {
    look() {
      if (!options.wanted()) {
        stop()
        return enter('closed')
      }
      if (state === 'open') return
      stop()
      control = new AbortController()
      void keepOpen(options, { signal: control.signal, connecting: () => enter('connecting'), opened })
    },
    end() {
      stop()
      enter('closed')
    },
  }
}

interface Loop {
  signal: AbortSignal
  connecting(): void
  opened(): void
}

async function keepOpen(options: LiveOptions, { signal, connecting, opened }: Loop): Promise<void> {
  let fruitless = 0
  connecting()
  while (!signal.aborted) {
    const began = options.now()
    const problem = await readThrough(options, signal, opened)
    if (signal.aborted) return
    connecting()
    fruitless = problem === undefined && options.now() - began >= STEADY_MS ? 0 : fruitless + 1
    // After the first failure the pause is short: the server may only have been restarted.
    const ceiling = Math.min(PAUSE_MS.most, PAUSE_MS.least * 2 ** fruitless)
    const retryAfterMs = problem instanceof ApiProblem ? (problem.retryAfter ?? 0) * 1_000 : 0
    // Jitter: the pages of a restarted server must not all reconnect at the same moment.
    await options.pause(Math.max(retryAfterMs, ceiling / 2) + (options.random() * ceiling) / 2, signal)
  }
}

/** Reads one connection to its end; returns why there was none. */
async function readThrough(options: LiveOptions, signal: AbortSignal, opened: () => void): Promise<unknown> {
  let messages: AsyncIterable<LiveMessage>
  try {
    messages = await options.open(signal)
  } catch (error) {
    return error
  }
  if (signal.aborted) return undefined
  opened()
  try {
    for await (const message of messages) options.onMessage(message)
  } catch (error) {
    if (!signal.aborted) throw error
  }
  return undefined
}

/**
 * Opens the stream of a user's messages; first come those of the last `missedMs` milliseconds. After a refused token the session is renewed once, as for
 * every call.
 */
export async function openMessages(
  api: Api,
  userId: number,
  signal: AbortSignal,
  missedMs?: number,
): Promise<AsyncIterable<LiveMessage>> {
  const query = missedMs === undefined ? {} : { missedMs }
  const request = { params: { id: userId }, query }
  const response = await api.open(contract.notifications.subscribe, request, { signal })
  return readStream(response, signal, ({ data }) => messageOf(data))
}

/** Returns undefined for an unknown message, because a newer server may send kinds that this page does not know. */
function messageOf(data: string): LiveMessage | undefined {
  try {
    const value = JSON.parse(data) as Partial<LiveMessage> | null
    const whole = typeof value?.context === 'number' && typeof value.contextData === 'object'
    return whole && value.contextData !== null ? (value as LiveMessage) : undefined
  } catch {
    return undefined
  }
}
