import type { Deployment } from '@polylogue/contract'
import { QueryClient } from '@tanstack/react-query'
import { beforeEach, expect, test } from 'vitest'
import { modelKeys } from '../keys.ts'
import { providerKeys } from '#features/providers/keys.ts'
import { onDeploymentEvent } from './events.ts'

const known: Deployment = {
  modelId: 7,
  modelTagId: 70,
  wanted: true,
  state: 'fetching',
  done: 10,
  total: 100,
  percent: 10,
  errorCode: null,
  errorMessage: null,
  began: '2026-11-01T00:00:00.000Z',
}

let cache: QueryClient
let asked: unknown[]
const page = () => ({
  cache,
  refresh: { ask: ({ queryKey }: { queryKey?: unknown }) => void asked.push(queryKey), end: () => undefined },
  notices: { show: () => 0 },
})
const shown = () => cache.getQueryData<Deployment[]>(modelKeys.deployments(7))?.[0]

beforeEach(() => {
  cache = new QueryClient()
  asked = []
  cache.setQueryData(modelKeys.deployments(7), [known])
})

test('shows received bytes without refetching', () => {
  onDeploymentEvent(page(), {
    modelId: 7,
    modelTagId: 70,
    state: 'fetching',
    done: 50,
    total: 100,
    percent: 50,
  })
  expect(shown()).toEqual({ ...known, done: 50, percent: 50 })
  expect(asked).toEqual([])
})

test('refetches the models as well when the state changes', () => {
  onDeploymentEvent(page(), { modelId: 7, modelTagId: 70, state: 'ready' })
  expect(shown()?.state).toBe('ready')
  expect(asked).toEqual([modelKeys.deployments(7), modelKeys.all, providerKeys.all])
})

test('refetches after an event for an unknown tag or without a state', () => {
  onDeploymentEvent(page(), { modelId: 7, modelTagId: 71, state: 'fetching' })
  onDeploymentEvent(page(), { modelId: 7, modelTagId: 70 })
  expect(asked).toEqual([modelKeys.deployments(7), modelKeys.deployments(7)])
  expect(shown()).toEqual(known)
})

test('an event without a tag refetches the lists', () => {
  onDeploymentEvent(page(), {})
  expect(asked).toEqual([modelKeys.all, providerKeys.all])
})
