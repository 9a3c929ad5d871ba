import { expect, test, vi } from 'vitest'
import type { ServerSentEvent } from '#http/stream.ts'
import { Live, pieceMs } from './live.ts'

test('pieces are longer while many answers run, so that all write as many (CHATBOT-16)', () => {
  expect([1, 24, 80, 200, 10_000].map(pieceMs)).toEqual([30, 30, 100, 250, 250])
})

test('the first text is passed on at once, later text in pieces, and nothing is lost at the end', async () => {
  vi.useFakeTimers()
  try {
    const live = new Live(
      1,
      () => 0,
      () => 80,
    )
    const pieces: string[] = []
    const read = (events: readonly ServerSentEvent[]) => {
      for (const { data } of events) pieces.push((JSON.parse(data) as { responseText: string }).responseText)
    }
    const followed = live.source().follow(read, new AbortController().signal)
    for (const text of ['a', 'b', 'c']) live.emit({ type: 'text', text })
    expect(pieces).toEqual(['a'])
    vi.advanceTimersByTime(99)
    expect(pieces).toEqual(['a'])
    vi.advanceTimersByTime(1)
    expect(pieces).toEqual(['a', 'bc'])
    live.emit({ type: 'text', text: 'd' })
    live.close()
    await followed
    expect(pieces.join('')).toBe('abcd')
  } finally {
    vi.useRealTimers()
  }
})
