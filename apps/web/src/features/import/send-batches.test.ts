import { describe, expect, test } from 'vitest'
import { ApiProblem } from '#lib/api.ts'
import { sendBatches } from './send-batches.ts'

const problem = (status: number) => new ApiProblem(status, 'UNEXPECTED', String(status))

/** Sends the batches; `statuses` are the failures of the attempts at each batch, in turn. */
async function sent(statuses: Record<string, number[]>, stopAt = '') {
  const control = new AbortController()
  const attempts: string[] = []
  const stored: string[] = []
  const pauses: number[] = []
  const failures = await sendBatches(['a', 'b', 'c'], {
    signal: control.signal,
    pause: async (ms) => void pauses.push(ms),
    send(batch) {
      attempts.push(batch)
      if (batch === stopAt) control.abort()
      const status = statuses[batch]?.shift()
      if (status !== undefined) return Promise.reject(problem(status))
      stored.push(batch)
      return Promise.resolve()
    },
  })
  return { attempts, stored, pauses, failed: failures.map((error) => (error as ApiProblem).status) }
}

describe('the batches of an import', () => {
  test('are sent in order', async () => {
    expect(await sent({})).toMatchObject({ stored: ['a', 'b', 'c'], pauses: [], failed: [] })
  })

  test('are sent again when the server was busy or did not answer', async () => {
    const result = await sent({ b: [503, 0] })
    expect(result).toMatchObject({ stored: ['a', 'b', 'c'], pauses: [1_000, 2_000], failed: [] })
  })

  test.each([400, 413, 500])('leave the others when one fails with %i', async (status) => {
    expect(await sent({ b: [status] })).toMatchObject({ stored: ['a', 'c'], failed: [status] })
  })

  test.each([401, 403, 507])('end when one fails with %i, as the others would', async (status) => {
    expect(await sent({ b: [status] })).toMatchObject({ attempts: ['a', 'b'], failed: [status] })
  })

  test('end when the server stays busy', async () => {
    const result = await sent({ b: Array.from({ length: 9 }, () => 503) })
    expect(result).toMatchObject({ stored: ['a'], failed: [503] })
    expect(result.attempts.filter((batch) => batch === 'b')).toHaveLength(6)
  })

  test('end when the user stops them, also while one waits for another attempt', async () => {
    expect(await sent({ b: [503] }, 'b')).toMatchObject({ attempts: ['a', 'b'], failed: [503] })
    expect(await sent({}, 'a')).toMatchObject({ stored: ['a'], failed: [] })
  })
})
