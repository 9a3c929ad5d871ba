import type { Model, ModelTag } from '@polylogue/contract'
import { expect, test } from 'vitest'
import { NO_TAG } from '#features/models/index.ts'
import { startingChoice } from './starting-choice.ts'

const tag = (id: number, modelId: number, more: Partial<ModelTag> = {}) =>
  ({
    id,
    modelId,
    name: `t${id}`,
    deployed: true,
    capabilities: ['chat'],
    defaultTag: false,
    ...more,
  }) as ModelTag
const model = (id: number, tags: readonly ModelTag[]) => ({ id, name: `m${id}`, tags, state: 1 }) as Model

const MODELS = [
  model(1, [tag(1, 1)]),
  model(2, [tag(21, 2), tag(22, 2, { defaultTag: true }), tag(23, 2, { deployed: false })]),
  model(3, [tag(31, 3), tag(32, 3)]),
]

test.each([
  ['any model: that of the place, with its tag', 0, [2, 21], [2, 21]],
  ['any model, and the tag of the place is not deployed', 0, [2, 23], [2, 22]],
  ['a saved model that the place has, too', 2, [2, 21], [2, 21]],
  ['a saved model with a default tag', 2, [1, 1], [2, 22]],
  ['a saved model without a default tag', 3, [1, 1], [3, 31]],
  ['a saved model that is gone', 9, [1, 1], [0, NO_TAG]],
] as const)('%s', (_, saved, [modelId, modelTagId], [chosen, chosenTag]) => {
  const choice = startingChoice(MODELS, saved, { modelId, modelTagId })
  expect(choice).toEqual({ modelId: chosen, modelTagId: chosenTag })
})
