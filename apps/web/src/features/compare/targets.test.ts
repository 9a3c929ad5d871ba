import type { Model, ModelTag, Tab } from '@polylogue/contract'
import { expect, test } from 'vitest'
import { othersOf } from './targets.ts'

const model = (id: number, more: Partial<ModelTag> = {}) =>
  ({ id, tags: [{ id: id * 10, modelId: id, deployed: true, capabilities: ['chat'], ...more }] }) as Model

test('offers only deployed chat models that no tab uses', () => {
  const models = [
    model(1, { capabilities: [] }),
    model(2),
    model(3, { capabilities: ['embeddings'] }),
    model(4, { deployed: false }),
    model(5),
  ]
  const tabs = [{ id: 7, defaultModelId: 2 } as Tab]
  expect(othersOf(tabs, models).map(({ id }) => id)).toEqual([5])
})
