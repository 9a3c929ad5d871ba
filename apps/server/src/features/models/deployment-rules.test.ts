import { describe, expect, test } from 'vitest'
import { EngineError, type EngineErrorCode } from '#engines/engine.ts'
import { Problem } from '#problem.ts'
import { failureOf, queueOf, reloadWaitMs, stepsOf, toDeploymentResponse } from './deployment-rules.ts'

const BOTH = { fetch: true, load: true }
const NEITHER = { fetch: false, load: false }

test.each([
  ['absent', false, null, BOTH, ['fetch', 'load']],
  ['stored', true, null, BOTH, ['load']],
  ['in memory', true, 5, BOTH, []],
  ['in memory of an engine that does not report its size', true, 0, BOTH, []],
  ['served by an engine that can neither download nor load', true, null, NEITHER, []],
  ['missing from an engine that can neither download nor load', false, null, NEITHER, []],
  ['missing from an engine that only loads', false, null, { fetch: false, load: true }, []],
] as const)('the remaining steps of a tag that is %s', (_, present, memoryBytes, can, steps) => {
  expect(stepsOf({ present, memoryBytes }, can)).toEqual(steps)
})

describe('the state of a tag', () => {
  const tag = { modelId: 7, modelTagId: 8, deployed: true, kept: true, present: true, memoryBytes: null }
  const nothing = {
    state: null,
    doneBytes: null,
    totalBytes: null,
    errorCode: null,
    errorMessage: null,
    began: null,
  }

  test.each([
    ['kept, and not in memory', {}, 'stored'],
    ['kept, and in memory', { memoryBytes: 1 }, 'ready'],
    ['discovered, and not in memory', { kept: false }, 'ready'],
    ['not deployed', { deployed: false, kept: false, memoryBytes: 1 }, 'stored'],
    ['missing', { present: false }, 'absent'],
  ])('%s', (_, more, state) => {
    expect(toDeploymentResponse({ ...tag, ...more, ...nothing }, BOTH).state).toBe(state)
  })

  test('shows a running download in whole percent, unless the tag is not deployed', () => {
    const going = { ...nothing, state: 'fetching', doneBytes: 2, totalBytes: 3, began: new Date(0) }
    expect(toDeploymentResponse({ ...tag, ...going }, BOTH)).toMatchObject({
      state: 'fetching',
      done: 2,
      total: 3,
      percent: 66,
      began: '1970-01-01T00:00:00.000Z',
    })
    expect(toDeploymentResponse({ ...tag, ...going, totalBytes: 0 }, BOTH).percent).toBeNull()
    expect(toDeploymentResponse({ ...tag, deployed: false, ...going }, BOTH)).toMatchObject({
      state: 'stored',
      done: 0,
      began: null,
    })
  })
})

describe('a failure', () => {
  const about = { providerName: 'Ollama', fullName: 'llama3.2:3b' }
  const of = (code: EngineErrorCode, earlier = 0, more = {}) =>
    failureOf(new EngineError(code, 'for the log: http://secret', more), about, earlier)

  test('is retried with growing delays when a retry can help, and never otherwise', () => {
    expect([0, 1, 2, 50].map((earlier) => of('unreachable', earlier).againInMs)).toEqual([
      15_000, 30_000, 60_000, 3_600_000,
    ])
    expect(of('busy', 0, { retryAfterMs: 90_000 }).againInMs).toBe(90_000)
    for (const code of ['not-found', 'auth', 'bad-request', 'out-of-memory', 'internal'] as const)
      expect(of(code).againInMs).toBeNull()
  })

  test('has a message without the details meant for the log', () => {
    expect(of('unreachable')).toMatchObject({
      code: 'ENGINE_UNREACHABLE',
      message: 'The model server of Ollama cannot be reached. Check that it is running.',
    })
    expect(of('bad-request', 0, { reason: 'there is no space left on its disk' }).message).toBe(
      'The model server of Ollama rejected the request: there is no space left on its disk.',
    )
    expect(of('timeout', 0, { reason: 'nothing came any more' }).message).toBe(
      'llama3.2:3b is not ready: nothing came any more.',
    )
    const unexpected = failureOf(new TypeError('http://secret'), about, 0)
    expect(unexpected).toMatchObject({ code: 'UNEXPECTED', isDefect: true, againInMs: null })
    expect(unexpected.message).not.toContain('secret')
    expect(failureOf(new Problem('STORAGE_FULL'), about, 0)).toMatchObject({
      code: 'STORAGE_FULL',
      isDefect: false,
    })
  })
})

test('repeated reloads of an evicted tag wait longer each time, up to an hour', () => {
  expect([0, 1, 5, 6, 40].map(reloadWaitMs)).toEqual([60_000, 120_000, 1_920_000, 3_600_000, 3_600_000])
})

test('downloads and loads of a provider use separate queues', () => {
  const tag = { providerId: 3, deployed: true, present: false }
  expect(queueOf(tag)).toBe('fetch 3')
  expect(queueOf({ ...tag, present: true })).toBe('memory 3')
  expect(queueOf({ ...tag, deployed: false })).toBe('memory 3')
})
