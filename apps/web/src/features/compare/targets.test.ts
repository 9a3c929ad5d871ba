import type { Model, ModelTag, Tab } from '@polylogue/contract'
import { expect, test } from 'vitest'
import { othersOf, targetsOf, wordsOf } from './targets.ts'

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

test('tabs with the same model are not counted as models', () => {
  const models = [model(2), model(3)]
  const tab = (id: number, modelId: number) =>
    ({ id, defaultModelId: modelId, defaultModelTagId: modelId * 10 }) as Tab
  const words = (...tabs: Tab[]) => wordsOf(targetsOf(tabs, models))
  expect(words(tab(7, 2), tab(8, 3))).toEqual({})
  expect(words(tab(7, 2), tab(8, 3), tab(9, 2))).toEqual({ context: 'tabs' })
})
