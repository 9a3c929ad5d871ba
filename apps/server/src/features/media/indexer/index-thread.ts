// Cuts documents and builds segments in a separate thread with a low priority, so that requests come first.
import { setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import { type Block, cutDocument, languageOf, SegmentBuilder, tableHead, textOf } from '@polylogue/retrieval'
import type { IndexReply, IndexTask, JsonDocument } from './index-worker.ts'

// A third of the processor time of a request: enough to make progress beside a model on the same machine.
const NICENESS = 5
const HASH_BYTES = 32

// Only Linux has a priority for each thread; elsewhere it would be that of the whole server.
if (process.platform === 'linux') setPriority(NICENESS)

parentPort?.on('message', (task: IndexTask) => {
  const { reply, transfer } = replyTo(task)
  parentPort?.postMessage(reply, transfer)
})

function replyTo(task: IndexTask): { reply: IndexReply; transfer: ArrayBuffer[] } {
  try {
    if (task.kind === 'cut') return cut(task)
    if (task.kind === 'preview') return preview(task)
    return task.kind === 'add' ? add(task) : finish(task)
  } catch (error) {
    return { reply: { failure: error instanceof Error ? error.message : String(error) }, transfer: [] }
  }
}

const blocksOf = ({ json }: JsonDocument) => JSON.parse(Buffer.from(json).toString()) as Block[]

/** Counts each of several stored chunks with the same hash, because a document can repeat a text. */
function preview({ document, settings, stored }: IndexTask & { kind: 'preview' }) {
  const left = new Map<string, number>()
  const all = Buffer.from(stored.buffer, stored.byteOffset, stored.byteLength)
  for (let at = 0; at < all.length; at += HASH_BYTES) {
    const hash = all.toString('latin1', at, at + HASH_BYTES)
    left.set(hash, (left.get(hash) ?? 0) + 1)
  }
  const blocks = blocksOf(document)
  const { title } = document
  const chunks = cutDocument({ title, blocks }, settings).map(
    ({ from, to, page, heading, context, tokens, hash }) => {
      const key = hash.toString('latin1')
      const same = left.get(key) ?? 0
      if (same > 0) left.set(key, same - 1)
      const head = tableHead({ title, heading, context })
      return { from, to, page, heading, head, tokens, isStored: same > 0 }
    },
  )
  return { reply: { preview: { characters: textOf(blocks).length, chunks } }, transfer: [] }
}

/** Sends the hashes as one buffer, because single Buffers would be copied with the pool that they share. */
function cut({ document, settings }: IndexTask & { kind: 'cut' }) {
  const blocks = blocksOf(document)
  const cutChunks = cutDocument({ title: document.title, blocks }, settings)
  const hashes = new Uint8Array(cutChunks.length * HASH_BYTES)
  const chunks = cutChunks.map(({ hash, ...chunk }) => {
    hashes.set(hash, chunk.ordinal * HASH_BYTES)
    return chunk
  })
  const language = languageOf(textOf(blocks))
  return { reply: { cut: { language, chunks, hashes } }, transfer: [hashes.buffer] }
}

/** Segments that are being built. An abandoned one is dropped with the thread. */
const builders = new Map<number, SegmentBuilder>()

function add({ segment, chunks, begins }: IndexTask & { kind: 'add' }) {
  const builder = begins ? new SegmentBuilder() : builders.get(segment)
  // The thread was replaced meanwhile.
  if (!builder) throw new Error('the first chunks of the segment are lost')
  builders.delete(segment)
  for (const chunk of chunks) builder.add(chunk)
  builders.set(segment, builder)
  return { reply: { added: chunks.length }, transfer: [] }
}

/** Sends the rows as one buffer, because transferring thousands takes longer than building them. */
function finish({ segment }: IndexTask & { kind: 'finish' }) {
  const builder = builders.get(segment)
  if (!builder) throw new Error('the chunks of the segment are lost')
  builders.delete(segment)
  const { rows, ...parts } = builder.finish()
  const ends = new Uint32Array(rows.length)
  const data = new Uint8Array(rows.reduce((sum, row) => sum + row.data.length, 0))
  let end = 0
  for (const { bucket, data: row } of rows) {
    data.set(row, end)
    end += row.length
    ends[bucket] = end
  }
  const transfer = [data.buffer, ends.buffer, parts.lengths.buffer, parts.documentStarts.buffer]
  return { reply: { built: { ...parts, data, ends } }, transfer }
}
