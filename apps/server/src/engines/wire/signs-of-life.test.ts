import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { chunk, done } from '#test/recorded-streams/openai-chunks.ts'
import { events } from '#test/recorded-streams/recorded.ts'
import { ask, outcomeOf, testOutbound } from '../engine.contract.ts'
import { createOpenAiCompatible } from '../openai-compatible/openai-compatible.ts'

const IDLE_MS = 500

test('comments keep an answer whose model thinks for longer than the limit between two pieces', async () => {
  const server = createServer((_, res) => {
    res.writeHead(200, { 'content-type': 'text/event-stream' })
    res.write(events(chunk({ content: 'Fo' })))
    const since = performance.now()
    const timer = setInterval(() => {
      if (performance.now() - since < IDLE_MS * 1.6) return void res.write(': keep-alive\n\n')
      clearInterval(timer)
      res.end(events(chunk({ content: 'ur.' }, {}, 'stop')) + done)
    }, IDLE_MS / 20)
    res.on('close', () => clearInterval(timer))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const engine = createOpenAiCompatible({ baseUrl }, testOutbound())
  const limits = { idleTimeoutMs: IDLE_MS, firstTokenTimeoutMs: 60_000 }
  const { text, error } = await outcomeOf(engine.chat(ask('m', limits)))
  expect([text, error]).toEqual(['Four.', undefined])
  await engine.close()
  server.close()
})
