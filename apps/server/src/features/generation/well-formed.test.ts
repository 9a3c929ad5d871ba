import { expect, test } from 'vitest'
import type { ChatEvent } from '../../engines/engine.ts'
import { wellFormed } from './well-formed.ts'

async function textOf(pieces: string[]): Promise<string[]> {
  async function* events(): AsyncGenerator<ChatEvent> {
    for (const text of pieces) yield await Promise.resolve({ type: 'text' as const, text })
    yield { type: 'end', reason: 'stop', usage: { promptTokens: null, responseTokens: null } }
  }
  const out: string[] = []
  for await (const event of wellFormed(events())) if (event.type === 'text') out.push(event.text)
  return out
}

test('a surrogate pair that was cut in two arrives whole', async () => {
  const [high, low] = ['😀'.slice(0, 1), '😀'.slice(1)]
  expect((await textOf([`a${high}`, `${low}b`])).join('')).toBe('a😀b')
})

test('a half that never gets its other half, and NUL, become the replacement character', async () => {
  expect((await textOf(['x\0y', '😀'.slice(0, 1)])).join('')).toBe('x\uFFFDy\uFFFD')
})

test('a huge piece goes out in parts, none of which ends inside a character', async () => {
  const huge = '😀'.repeat(40_000)
  const parts = await textOf([`a${huge}`])
  expect(parts.join('')).toBe(`a${huge}`)
  expect(parts.length).toBeGreaterThan(2)
  for (const part of parts) expect(part.isWellFormed()).toBe(true)
})
