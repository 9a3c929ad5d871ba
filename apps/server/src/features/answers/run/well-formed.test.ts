import { expect, test } from 'vitest'
import type { ChatEvent } from '#engines/engine.ts'
import { repairer } from './well-formed.ts'

function textOf(pieces: string[]): string[] {
  const usage = { promptTokens: null, responseTokens: null }
  const events: ChatEvent[] = pieces.map((text) => ({ type: 'text', text }))
  const repair = repairer()
  return [...events, { type: 'end', reason: 'stop', usage } as const]
    .flatMap((event) => repair(event))
    .flatMap((event) => (event.type === 'text' ? event.text : []))
}

test('a surrogate pair split across chunks is joined', () => {
  const [high, low] = ['😀'.slice(0, 1), '😀'.slice(1)]
  expect(textOf([`a${high}`, `${low}b`]).join('')).toBe('a😀b')
})

test('a lone surrogate and NUL become the replacement character', () => {
  expect(textOf(['x\0y', '😀'.slice(0, 1)]).join('')).toBe('x\uFFFDy\uFFFD')
})

test('a huge chunk is sent in parts, none of which ends inside a character', () => {
  const huge = '😀'.repeat(40_000)
  const parts = textOf([`a${huge}`])
  expect(parts.join('')).toBe(`a${huge}`)
  expect(parts.length).toBeGreaterThan(2)
  for (const part of parts) expect(part.isWellFormed()).toBe(true)
})
