import { expect, test, vi } from 'vitest'
import { createSoons, type Soon } from './soon.ts'

const PROJECT = { projectId: 1, datasourceId: 7 }

function page(stored: Soon[] = []) {
  const watched = new Map<number, { ready(): void; gone(): void }>()
  const place = { stored: stored as readonly Soon[] }
  const use = vi.fn<(soon: Soon) => Promise<void>>(() => Promise.resolve())
  const soons = createSoons({
    watch(id, on) {
      watched.set(id, on)
      return () => watched.delete(id)
    },
    apply: use,
    read: () => place.stored,
    write: (next) => (place.stored = next),
  })
  return { soons, watched, place, use }
}

test('uses a data source once when it is ready, and forgets it', async () => {
  const { soons, watched, place, use } = page()
  soons.add(PROJECT)
  expect(place.stored).toEqual([PROJECT])
  watched.get(7)?.ready()
  await vi.waitFor(() => expect(place.stored).toEqual([]))
  expect(use.mock.calls).toEqual([[PROJECT]])
  expect(watched.size).toBe(0)
})

test('continues after a reload', () => {
  const { soons, watched } = page([PROJECT, { projectId: 1, tabId: 2, datasourceId: 8 }])
  expect([...watched.keys()]).toEqual([7, 8])
  expect(soons.get()).toHaveLength(2)
})

test('keeps what could not be used with the reason, and tries again when asked to', async () => {
  const { soons, watched, place, use } = page()
  use.mockRejectedValueOnce(new Error('no'))
  soons.add(PROJECT)
  watched.get(7)?.ready()
  await vi.waitFor(() => expect(soons.get()[0]?.error).toEqual(new Error('no')))
  expect(place.stored).toEqual([PROJECT])
  soons.retry(soons.get()[0] ?? PROJECT)
  watched.get(7)?.ready()
  await vi.waitFor(() => expect(soons.get()).toEqual([]))
})

test('the last data source that is chosen for a tab or project counts; one that was deleted is forgotten', () => {
  const { soons, watched } = page()
  soons.add(PROJECT)
  soons.add({ ...PROJECT, datasourceId: 9 })
  expect([...watched.keys()]).toEqual([9])
  watched.get(9)?.gone()
  expect(soons.get()).toEqual([])
})
