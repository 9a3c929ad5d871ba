import { expect, test, vi } from 'vitest'
import { createUploads, type UploadDeps } from './uploads.ts'

interface Media {
  media_id: number
  received: number
}

/** A server in memory, with the number of appends that fail, before or after their bytes have arrived. */
function server(faults: { before?: number; after?: number; refuse?: boolean } = {}) {
  const stored = new Map<number, { text: string; size: number }>()
  const log: string[] = []
  let open = 0
  let most = 0
  const of = (id: number): Media => ({ media_id: id, received: stored.get(id)?.text.length ?? 0 })
  const deps: UploadDeps<Media> = {
    piece: 4,
    begin: async (_, file) => {
      if (faults.refuse) throw new Error('refused')
      most = Math.max(most, ++open)
      const id = stored.size + 1
      stored.set(id, { text: '', size: file.size })
      log.push(`begin ${file.name}`)
      return of(id)
    },
    append: async (id, offset, piece) => {
      if ((faults.before ?? 0) > 0) {
        faults.before = (faults.before ?? 0) - 1
        throw new Error('lost')
      }
      const one = stored.get(id)
      if (!one || offset !== one.text.length) throw new Error('wrong offset')
      one.text += await piece.text()
      log.push(`append ${id} ${offset}`)
      if ((faults.after ?? 0) > 0) {
        faults.after = (faults.after ?? 0) - 1
        throw new Error('lost')
      }
      return of(id)
    },
    get: async (id) => of(id),
    discard: async (id) => void stored.delete(id),
    mayPass: (error) => error instanceof Error && error.message === 'lost',
    pause: async (ms) => void log.push(`pause ${ms}`),
    onDone: () => open--,
    onIdle: vi.fn(),
  }
  return { deps, stored, log, most: () => most }
}

const file = (name: string, text: string) => new File([text], name, { type: 'text/plain' })

test('sends a file in pieces and removes it from the list when it is done', async () => {
  const { deps, stored, log } = server()
  const uploads = createUploads(deps)
  uploads.add(7, [file('a.txt', '0123456789')])
  await vi.waitFor(() => expect(uploads.get()).toEqual([]))
  expect(stored.get(1)?.text).toBe('0123456789')
  expect(log).toEqual(['begin a.txt', 'append 1 0', 'append 1 4', 'append 1 8'])
  expect(deps.onIdle).toHaveBeenCalledWith(7)
})

test('continues at the server’s offset after a lost request or reply', async () => {
  for (const faults of [{ before: 2 }, { after: 2 }]) {
    const { deps, stored, log } = server(faults)
    const uploads = createUploads(deps)
    uploads.add(7, [file('a.txt', '0123456789')])
    await vi.waitFor(() => expect(uploads.get()).toEqual([]))
    expect(stored.get(1)?.text).toBe('0123456789')
    expect(log.filter((line) => line.startsWith('pause')).length).toBe(2)
  }
})

test('fails after five retries; retrying by hand continues the same document', async () => {
  const faults = { before: 6 }
  const { deps, stored, log } = server(faults)
  const uploads = createUploads(deps)
  uploads.add(7, [file('a.txt', '0123456789')])
  await vi.waitFor(() => expect(uploads.get()[0]?.state).toBe('failed'))
  expect(log).toEqual(['begin a.txt', ...[1, 2, 4, 8, 16].map((s) => `pause ${s}000`)])
  uploads.retry(uploads.get()[0]?.key ?? 0)
  await vi.waitFor(() => expect(uploads.get()).toEqual([]))
  expect(stored.get(1)?.text).toBe('0123456789')
  expect(stored.size).toBe(1)
})

test('a refused upload fails at once and does not block others; two run at a time', async () => {
  const refused = server({ refuse: true })
  const uploads = createUploads(refused.deps)
  uploads.add(7, [file('a.txt', '0'), file('b.txt', '0')])
  await vi.waitFor(() => expect(uploads.get().map(({ state }) => state)).toEqual(['failed', 'failed']))
  expect(refused.log).toEqual([])
  const { deps, stored, most } = server()
  const many = createUploads(deps)
  many.add(
    7,
    Array.from({ length: 9 }, (_, at) => file(`${at}.txt`, 'text of it')),
  )
  await vi.waitFor(() => expect(many.get()).toEqual([]))
  expect(stored.size).toBe(9)
  expect(most()).toBe(2)
})

test('an upload removed while it starts leaves no document', async () => {
  const { deps, stored } = server()
  const uploads = createUploads(deps)
  uploads.add(7, [file('a.txt', '0123456789')])
  uploads.remove(uploads.get()[0]?.key ?? 0)
  await vi.waitFor(() => expect(deps.onIdle).toHaveBeenCalled())
  expect(stored.size).toBe(0)
})

test('a removed upload stops sending', async () => {
  const { deps, stored } = server()
  const { append } = deps
  let open = () => undefined as void
  const gate = new Promise<void>((resolve) => (open = resolve))
  const sent = vi.fn<typeof append>(async (...piece) => {
    await gate
    return append(...piece)
  })
  const uploads = createUploads({ ...deps, append: sent })
  uploads.add(7, [file('a.txt', '0123456789')])
  await vi.waitFor(() => expect(sent).toHaveBeenCalled())
  uploads.remove(uploads.get()[0]?.key ?? 0)
  open()
  await vi.waitFor(() => expect(deps.onIdle).toHaveBeenCalled())
  expect(uploads.get()).toEqual([])
  expect(stored.get(1)?.text).toBe('0123')
})

test('continues an upload that another page began', async () => {
  const { deps, stored, log } = server()
  stored.set(5, { text: '0123', size: 10 })
  const uploads = createUploads(deps)
  uploads.resume(7, file('a.txt', '0123456789'), 5)
  expect(uploads.get()).toMatchObject([{ datasourceId: 7, mediaId: 5, name: 'a.txt' }])
  await vi.waitFor(() => expect(uploads.get()).toEqual([]))
  expect(stored.get(5)?.text).toBe('0123456789')
  expect(log).toEqual(['append 5 4', 'append 5 8'])
})
