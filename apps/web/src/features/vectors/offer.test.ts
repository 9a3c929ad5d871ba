import type { Model } from '@polylogue/contract'
import { expect, test } from 'vitest'
import { localModelIn, minutesFor } from './offer.ts'

const model = (isLocal: boolean, ...tags: { id: number; deployed: boolean; capabilities: string[] }[]) =>
  ({ isLocal, tags }) as unknown as Model

test('offers the first deployed local embedding model; an external one would get all documents', () => {
  const embedding = { deployed: true, capabilities: ['embeddings'] }
  const external = model(false, { id: 1, ...embedding })
  const absent = { id: 2, ...embedding, deployed: false }
  const chat = { id: 3, deployed: true, capabilities: ['images'] }
  expect(localModelIn([external, model(true, absent, chat)])).toBeUndefined()
  expect(localModelIn([external, model(true, absent, chat), model(true, { id: 4, ...embedding })])?.id).toBe(
    4,
  )
})

test('a larger model takes longer, and none less than a minute', () => {
  expect([minutesFor(1e6), minutesFor(274e6), minutesFor(1.2e9)]).toEqual([1, 18, 80])
})
