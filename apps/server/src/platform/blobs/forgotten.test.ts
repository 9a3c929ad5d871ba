import { expect, test } from 'vitest'
import { enqueueForgotten } from './forgotten.ts'

test('one job deletes up to 1,000 files, and none is enqueued without files', async () => {
  const enqueued: { name: string; data: object; how: unknown }[] = []
  const jobs = {
    enqueue: (_: unknown, name: string, data: object, how: unknown) =>
      Promise.resolve(void enqueued.push({ name, data, how })),
  }
  const keys = Array.from({ length: 2_001 }, (_, index) => `key-${index}`)
  const how = { afterSeconds: 60 }
  await enqueueForgotten(jobs, {} as never, 'forget', keys, how)
  expect(enqueued).toEqual([
    { name: 'forget', data: { keys: keys.slice(0, 1_000) }, how },
    { name: 'forget', data: { keys: keys.slice(1_000, 2_000) }, how },
    { name: 'forget', data: { keys: ['key-2000'] }, how },
  ])
  enqueued.length = 0
  await enqueueForgotten(jobs, {} as never, 'forget', [])
  expect(enqueued).toEqual([])
})
