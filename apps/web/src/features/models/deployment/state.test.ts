import type { Deployment, Model, ModelTag } from '@polylogue/contract'
import { describe, expect, test } from 'vitest'
import { figuresOf, isBusy, removeObstacle, secondsLeft, familyStateOf } from './state.ts'

const tag = (id: number, some: Partial<ModelTag> = {}): ModelTag => ({
  id,
  name: `t${id}`,
  fullName: `family:t${id}`,
  modelId: 7,
  deployed: false,
  defaultTag: false,
  type: 0,
  size: null,
  contextLength: null,
  capabilities: [],
  set: { contextLength: null, images: null, tools: null },
  supportedOptions: [],
  memory: null,
  lastUpdateAsString: '2026-11-01T00:00:00.000Z',
  ...some,
})
const model = (tags: ModelTag[], some: Partial<Model> = {}): Model => ({
  id: 7,
  uuId: '',
  name: 'family',
  fullName: 'family',
  providerId: 5,
  provider: 'Ollama',
  isLocal: true,
  streams: true,
  canContinue: false,
  shortDescription: '',
  longDescription: '',
  type: 0,
  state: 1,
  modelTagDeployed: false,
  defaultModelTagId: null,
  tags,
  created: '',
  modified: '',
  ...some,
})
const deployment = (modelTagId: number, some: Partial<Deployment> = {}): Deployment => ({
  modelId: 7,
  modelTagId,
  wanted: true,
  state: 'ready',
  done: 0,
  total: 0,
  percent: null,
  errorCode: null,
  errorMessage: null,
  began: null,
  ...some,
})

describe('the state of a model family', () => {
  const two = [tag(1, { deployed: true }), tag(2)]
  test.each([
    ['deployed', model(two), [], { kind: 'deployed', count: 1 }],
    ['idle', model([tag(1)]), [], { kind: 'idle' }],
    ['deactivated', model(two, { state: 0 }), [], { kind: 'deactivated' }],
    [
      'idle if the failed deployment is not wanted any more',
      model([tag(1)]),
      [deployment(1, { state: 'failed', wanted: false })],
      { kind: 'idle' },
    ],
  ])('%s', (_, family, deployments, standing) => {
    expect(familyStateOf(family, deployments)).toEqual(standing)
  })

  test('shows a running deployment before a failed one, and a failed one before deployed tags', () => {
    const failed = deployment(1, { state: 'failed' })
    const fetching = deployment(2, { state: 'fetching' })
    expect(familyStateOf(model(two), [failed, fetching])).toMatchObject({ kind: 'busy', tag: { id: 2 } })
    expect(familyStateOf(model(two), [failed])).toMatchObject({ kind: 'failed', tag: { id: 1 } })
  })
})

test('a stored tag is busy while it is wanted', () => {
  expect(isBusy(deployment(1, { state: 'stored' }))).toBe(true)
  expect(isBusy(deployment(1, { state: 'stored', wanted: false }))).toBe(false)
})

test('totals use only the tags with known figures', () => {
  const tags = [tag(1, { size: 2, contextLength: 4096 }), tag(2, { size: 3 }), tag(3)]
  expect(figuresOf(model(tags))).toEqual({ disk: 5, memory: null, context: 4096 })
})

test('a tag that is not downloaded cannot be deleted, nor can Guide', () => {
  expect(removeObstacle(model([tag(1)]), tag(1), undefined, undefined)).toBe('nothing')
  expect(removeObstacle(model([tag(1)]), tag(1, { size: 9 }), undefined, undefined)).toBeUndefined()
  expect(removeObstacle(model([], { id: 1 }), tag(1, { size: 9 }), undefined, undefined)).toBe('guide')
})

test.each([
  [{ at: 10_000, done: 50, total: 100 }, 10],
  [{ at: 1_000, done: 50, total: 100 }, undefined],
  [{ at: 10_000, done: 0, total: 100 }, undefined],
  [{ at: 10_000, done: 50, total: 0 }, undefined],
])('estimates the seconds left at %j', (now, left) => {
  expect(secondsLeft({ at: 0, done: 0 }, now)).toBe(left)
})
