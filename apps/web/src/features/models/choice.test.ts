import type { Model, ModelTag } from '@polylogue/contract'
import { expect, test } from 'vitest'
import { choiceOfModel, deployedTags, firstChoice, GUIDE, offeredModelId } from './choice.ts'

const tag = (id: number, modelId: number, more: Partial<ModelTag> = {}) =>
  ({ id, modelId, deployed: true, defaultTag: false, capabilities: ['chat'], ...more }) as ModelTag
const model = (id: number, ...tags: ModelTag[]) => ({ id, state: 1, tags }) as Model

const guide = model(1, tag(1, 1, { defaultTag: true, capabilities: [] }))
const embedding = model(2, tag(20, 2, { capabilities: ['embeddings'] }))
const absent = model(3, tag(30, 3, { deployed: false }))
const llama = model(4, tag(40, 4, { deployed: false }), tag(41, 4), tag(42, 4, { defaultTag: true }))
const hidden = { ...model(5, tag(50, 5)), state: 0 }
const all = [guide, embedding, absent, hidden, llama]

test.each([
  ['Guide if no other model generates text', [guide, embedding, absent], undefined, GUIDE],
  ['Guide if there are no models', [], undefined, GUIDE],
  ['the first model that generates text', all, undefined, { modelId: 4, modelTagId: 42 }],
  ['Guide if it is the startup model', all, 1, GUIDE],
  ['the startup model', [...all, model(6, tag(60, 6))], 6, { modelId: 6, modelTagId: 60 }],
  ['a text model if the startup model only embeds', all, 2, { modelId: 4, modelTagId: 42 }],
  ['a text model if the setting is not a number', all, Number('x'), { modelId: 4, modelTagId: 42 }],
])('preselects %s', (_, models, startup, chosen) => {
  expect(firstChoice(models, startup)).toEqual(chosen)
})

test('does not offer embedding models for chats', () => {
  expect(deployedTags([embedding, llama, guide]).map(({ tag: { id } }) => id)).toEqual([1, 41, 42])
  expect(choiceOfModel(all, 2)).toEqual(GUIDE)
  const both = model(7, tag(70, 7, { capabilities: ['embeddings'], defaultTag: true }), tag(71, 7))
  expect(choiceOfModel([both], 7)).toEqual({ modelId: 7, modelTagId: 71 })
})

test('returns 0 for a model that is not offered', () => {
  const models = [{ id: 7 } as Model]
  expect([offeredModelId(models, 7), offeredModelId(models, 8), offeredModelId(undefined, 7)]).toEqual([
    7, 0, 0,
  ])
})
