import { QueryClient } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { createStartUpBar, followStart, STEPS, unitsOf, type Step } from './start-up-bar.ts'

test('the start-up has 13 steps of 10 units, and each step is counted once', () => {
  expect(unitsOf(STEPS)).toBe(130)
  expect(unitsOf(['config', 'config', 'branding'])).toBe(20)
  expect(STEPS.slice(0, 4)).toEqual(['stage-config', 'config', 'merge', 'branding'])
})

test('the start is finished when the first page is rendered and no request is pending', async () => {
  const done = new Set<Step>()
  const finish = vi.fn<() => void>()
  const bar = { done: (...steps: readonly Step[]) => steps.forEach((step) => done.add(step)), finish }
  const cache = new QueryClient()
  const state = { initialized: false }
  const heard: (() => void)[] = []
  const router = {
    state,
    subscribe: (listener: () => void) => {
      heard.push(listener)
      return () => undefined
    },
  }
  const over = vi.fn<() => void>()
  followStart({ bar, cache, router, over })
  expect(over).not.toHaveBeenCalled()
  expect(done.size).toBe(0)

  state.initialized = true
  heard.forEach((listener) => listener())
  expect(done.size).toBe(0)

  let answer: (settings: object) => void = () => undefined
  const asked = cache.fetchQuery({
    queryKey: ['settings', 1],
    queryFn: () => new Promise<object>((resolve) => (answer = resolve)),
  })
  await vi.waitFor(() => expect(cache.isFetching()).toBe(1), 10_000)
  expect(done.has('settings')).toBe(false)
  answer({})
  await asked
  await vi.waitFor(() => expect(done.has('settings')).toBe(true), 10_000)
  await vi.waitFor(() => expect(finish).toHaveBeenCalledOnce(), 10_000)
  expect(over).toHaveBeenCalledOnce()
  cache.clear()
})

test('the start does not wait for requests that are being retried', async () => {
  const bar = { done: () => undefined, finish: vi.fn<() => void>() }
  const cache = new QueryClient()
  const router = { state: { initialized: true }, subscribe: () => () => undefined }
  const failing = cache.fetchQuery({
    queryKey: ['users', 1],
    queryFn: () => Promise.reject(new Error('lost')),
    retry: true,
    retryDelay: 60_000,
  })
  failing.catch(() => undefined)
  followStart({ bar, cache, router, over: () => undefined })
  await vi.waitFor(() => expect(bar.finish).toHaveBeenCalledOnce(), 10_000)
  expect(cache.isFetching()).toBe(1)
  await cache.cancelQueries()
  cache.clear()
})

test('the bar is drawn as wide as what is done, says so, and goes when all is', () => {
  vi.useFakeTimers()
  const said = new Map<string, string>()
  const remove = vi.fn<() => void>()
  const style = { transform: '' }
  const element = {
    isConnected: true,
    style,
    dataset: {} as Record<string, string>,
    setAttribute: (name: string, value: string) => said.set(name, value),
    remove,
  }
  const bar = createStartUpBar(element as unknown as HTMLElement)
  bar.done('stage-config', 'config')
  expect(style.transform).toBe(`scaleX(${20 / 130})`)
  expect(said.get('aria-valuenow')).toBe('20')
  bar.done('config', 'merge')
  expect(said.get('aria-valuenow')).toBe('30')
  bar.finish()
  expect([style.transform, said.get('aria-valuenow'), element.dataset['complete']]).toEqual([
    'scaleX(1)',
    '130',
    '',
  ])
  expect(remove).not.toHaveBeenCalled()
  vi.runAllTimers()
  expect(remove).toHaveBeenCalledOnce()
  vi.useRealTimers()
})
