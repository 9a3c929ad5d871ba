import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readStream } from './events.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('closes a connection that stays silent, but not one with regular heartbeats', async () => {
  let send: (text: string) => void = () => undefined
  const left = vi.fn()
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      send = (text) => controller.enqueue(new TextEncoder().encode(text))
    },
    cancel: left,
  })
  const heard: string[] = []
  const reading = (async () => {
    for await (const data of readStream(new Response(body), undefined, (message) => message.data))
      heard.push(data)
  })()

  for (let sign = 0; sign < 20; sign++) {
    await vi.advanceTimersByTimeAsync(15_000)
    send(sign % 5 === 0 ? `data: ${sign}\n\n` : ': still here\n\n')
  }
  await vi.advanceTimersByTimeAsync(30_000)
  expect(heard).toEqual(['0', '5', '10', '15'])
  expect(left).not.toHaveBeenCalled()

  await vi.advanceTimersByTimeAsync(31_000)
  await reading
  expect(left).toHaveBeenCalledOnce()
  expect(vi.getTimerCount()).toBe(0)
})
