import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { afterEach, expect, test } from 'vitest'
import { buildSegment, cutDocument, type SegmentInput, type TextDocument } from '@polylogue/retrieval'
import { IndexThreadEnded, openIndexer, type Indexer } from './index.ts'

const settings = { size: 64, overlap: 16, contextual: true }
const document: TextDocument = {
  title: 'Reisen',
  blocks: [
    { kind: 'heading', text: 'Kosten', page: 3 },
    {
      kind: 'text',
      text: 'Die Kosten der Reise werden innerhalb einer Woche erstattet. '.repeat(20),
      page: 3,
    },
  ],
}
const sent = { title: document.title, json: Buffer.from(JSON.stringify(document.blocks)) }
const input = (count: number): SegmentInput[] =>
  Array.from({ length: count }, (_, index) => ({
    documentId: index >> 2,
    indexed: `word${index} all`,
    language: 'en',
  }))

let indexer: Indexer | undefined
afterEach(() => indexer?.close())

test('the worker returns the same results as the functions', async () => {
  indexer = openIndexer()
  const [cut, built, empty] = await Promise.all([
    indexer.cut(sent, settings),
    indexer.build([input(60), input(100).slice(60)]),
    indexer.build([]),
  ])
  expect(cut).toEqual({ language: 'de', chunks: cutDocument(document, settings) })
  expect(cut.chunks[1]!.hash).toBeInstanceOf(Buffer)
  expect(built).toEqual(buildSegment(input(100)))
  expect(empty).toEqual(buildSegment([]))
})

test('the text of a large document is transferred to the worker, not copied', async () => {
  indexer = openIndexer()
  const blocks = Array.from({ length: 2_000 }, () => document.blocks[0])
  const json = Buffer.from(JSON.stringify(blocks))
  const cut = indexer.cut({ title: '', json }, settings)
  expect((await cut).chunks.length).toBeGreaterThan(10)
  expect(json).toHaveLength(0)
})

test('a failing task rejects, and the next one succeeds', async () => {
  indexer = openIndexer()
  const [failed, built] = await Promise.allSettled([indexer.build([input(5_000)]), indexer.build([input(3)])])
  expect(failed).toMatchObject({
    status: 'rejected',
    reason: { message: expect.stringContaining('4096 chunks') },
  })
  expect(built).toMatchObject({ status: 'fulfilled', value: { size: 3 } })
})

test('a worker that exits rejects only its current task and is replaced', async () => {
  indexer = openIndexer(new URL('./test/ending-thread.ts', import.meta.url))
  const [ended, next, again] = await Promise.allSettled([
    indexer.cut(sent, settings),
    indexer.build([input(1)]),
    indexer.build([input(1)]),
  ])
  expect(ended).toMatchObject({ status: 'rejected', reason: { message: expect.stringContaining('ended') } })
  // A new thread has done no task yet.
  expect(next).toMatchObject({ reason: { message: 'task 1 of this thread' } })
  expect(again).toMatchObject({ reason: { message: 'task 2 of this thread' } })
})

test('a task that takes too long is rejected, and the next one gets another thread', async () => {
  indexer = openIndexer(new URL('./test/ending-thread.ts', import.meta.url), 3_000)
  const [endless, next] = await Promise.allSettled([
    indexer.preview(sent, settings, new Uint8Array()),
    indexer.build([input(1)]),
  ])
  expect(endless).toMatchObject({ status: 'rejected', reason: expect.any(IndexThreadEnded) })
  expect(next).toMatchObject({ reason: { message: 'task 1 of this thread' } })
})

test('a task that cannot be cloned, or is too large, is rejected', async () => {
  indexer = openIndexer()
  const strange = Object.assign(input(1), { strange: () => 1 })
  await expect(indexer.build([strange])).rejects.toThrow('could not be cloned')
  expect(await indexer.build([input(1)])).toMatchObject({ size: 1 })
  const json = Buffer.alloc(120_000_000, ' ')
  await expect(indexer.cut({ title: '', json }, settings)).rejects.toThrow('too much text')
})

test('closing rejects running, waiting and later tasks', async () => {
  const closed = openIndexer()
  const running = closed.build([input(4_096)])
  const waiting = closed.build([input(1)])
  const settled = Promise.allSettled([running, waiting])
  await closed.close()
  expect((await settled).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  await expect(closed.build([])).rejects.toThrow('closed')
})

test('an open indexer does not keep the process alive', () => {
  const file = fileURLToPath(new URL('./index-worker.ts', import.meta.url))
  const script = `import { IndexThreadEnded, openIndexer } from ${JSON.stringify(file)}
    const indexer = openIndexer()
    const keep = setTimeout(() => {}, 60_000)
    await indexer.build([])
    clearTimeout(keep)
    console.log('built')`
  const { stdout, status } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], {
    timeout: 20_000,
    encoding: 'utf8',
  })
  expect({ stdout, status }).toEqual({ stdout: 'built\n', status: 0 })
})
