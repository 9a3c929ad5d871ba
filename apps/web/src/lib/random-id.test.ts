import { expect, test, vi } from 'vitest'
import { randomId } from './random-id.ts'

test('a random id is a UUID of version 4 and unique', () => {
  const ids = Array.from({ length: 200 }, () => randomId())
  for (const id of ids)
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(new Set(ids).size).toBe(200)
})

test('works without the functions of secure contexts', () => {
  const { getRandomValues } = crypto
  vi.stubGlobal('crypto', { getRandomValues: getRandomValues.bind(crypto) })
  expect(randomId()).toHaveLength(36)
  vi.unstubAllGlobals()
})
