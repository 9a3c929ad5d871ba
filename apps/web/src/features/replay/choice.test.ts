import type { Message, Model, ModelTag } from '@polylogue/contract'
import { expect, test } from 'vitest'
import { families, NO_TAG, tagOf } from '#features/models/index.ts'
import { missingOf, otherThan, withheldOf } from './choice.ts'

const tag = (id: number, deployed: boolean, capabilities = ['chat']) =>
  ({ id, deployed, capabilities }) as ModelTag
const model = (id: number, defaultModelTagId: number | null, tags: ModelTag[]) =>
  ({ id, defaultModelTagId, tags }) as Model

interface Chosen {
  modelTagId: number
  tabName: string
  promptIds: number[]
  saved?: number[]
}

test.each<[string, Chosen, string | undefined]>([
  ['a tag', { modelTagId: NO_TAG, tabName: 'Again', promptIds: [1] }, 'tag'],
  ['a name', { modelTagId: 3, tabName: '  ', promptIds: [1] }, 'name'],
  ['a prompt', { modelTagId: 3, tabName: 'Again', promptIds: [] }, 'prompts'],
  ['nothing', { modelTagId: 3, tabName: 'Again', promptIds: [1] }, undefined],
  ['nothing', { modelTagId: 3, tabName: 'Again', promptIds: [], saved: [7] }, undefined],
])('reports as missing: %s', (_, { saved = [], promptIds, ...choice }: Chosen, missing) => {
  const savedPrompts = new Map(saved.map((id) => [id, () => 'Ask']))
  expect(missingOf({ modelId: 1, ...choice, promptIds: new Set(promptIds), savedPrompts })).toBe(missing)
})

test('keeps the prompts of confidential messages from an external model only', () => {
  const prompts = [
    { id: 1, confidential: true },
    { id: 2, confidential: false },
  ] as Message[]
  const external = { isLocal: false } as Model
  expect([...withheldOf(prompts, external)]).toEqual([1])
  expect([...withheldOf(prompts, { ...external, isLocal: true }), ...withheldOf(prompts, undefined)]).toEqual(
    [],
  )
})

test('selects the only or the default deployed tag of a model, else none', () => {
  expect(tagOf(model(1, null, [tag(1, true), tag(2, false)]))).toBe(1)
  expect(tagOf(model(1, 2, [tag(1, true), tag(2, true)]))).toBe(2)
  expect(tagOf(model(1, 3, [tag(1, true), tag(2, true), tag(3, false)]))).toBe(NO_TAG)
  expect(tagOf(undefined)).toBe(NO_TAG)
})

test('offers only models with a deployed tag that generates text, and only such tags', () => {
  const embedding = tag(3, true, ['embeddings'])
  const shown = families([
    model(1, null, [tag(1, false)]),
    model(2, null, [tag(2, true)]),
    model(3, null, [embedding]),
  ])
  expect(shown.map(({ id }) => id)).toEqual([2])
  expect(tagOf(model(4, 3, [embedding, tag(4, true)]))).toBe(4)
})

test.each([
  ['the first other model', 2, [1, 2, 3], 3],
  ['a generative model before Guide', 3, [1, 3, 4], 4],
  ['Guide if there is no other', 3, [1, 3], 1],
  ['a generative model instead of Guide', 1, [1, 5], 5],
  ['the same model if it is the only one', 3, [3], 3],
  ['none if there are no models', 3, [], undefined],
])('preselects another model: %s', (_, own, ids, chosen) => {
  const models = ids.map((id) => model(id, null, [tag(id, true)]))
  expect(otherThan(own, models)?.id).toBe(chosen)
})
