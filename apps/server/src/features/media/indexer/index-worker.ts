// Starts the thread that cuts documents and builds segments (index-thread.ts) when it is needed.
import { Worker } from 'node:worker_threads'
import type { Chunk, ChunkSettings, SegmentInput, SegmentParts, TextLanguage } from '@polylogue/retrieval'

/** A document with its blocks as JSON, which is parsed in the thread. */
export interface JsonDocument {
  readonly title: string
  readonly json: Uint8Array
}

export type IndexTask =
  | { readonly kind: 'cut'; readonly document: JsonDocument; readonly settings: ChunkSettings }
  /** Cuts without texts, and compares with the hashes of stored chunks, 32 bytes each. */
  | {
      readonly kind: 'preview'
      readonly document: JsonDocument
      readonly settings: ChunkSettings
      readonly stored: Uint8Array
    }
  /** Adds chunks to the segment of that number; the first ones start it. */
  | {
      readonly kind: 'add'
      readonly segment: number
      readonly chunks: readonly SegmentInput[]
      readonly begins: boolean
    }
  | { readonly kind: 'finish'; readonly segment: number }

interface CutReply {
  readonly language: TextLanguage
  readonly chunks: readonly Omit<Chunk, 'hash'>[]
  /** 32 bytes for each chunk. */
  readonly hashes: Uint8Array<ArrayBuffer>
}

type BuiltReply = Omit<SegmentParts, 'rows'> & {
  readonly data: Uint8Array<ArrayBuffer>
  /** Where the row of each bucket ends in `data`. */
  readonly ends: Uint32Array<ArrayBuffer>
}

export type IndexReply =
  | { readonly cut: CutReply }
  | { readonly preview: CutPreview }
  | { readonly added: number }
  | { readonly built: BuiltReply }
  | { readonly failure: string }

/** The preview of cutting a document. */
export interface CutPreview {
  /** Of its text. */
  readonly characters: number
  readonly chunks: readonly (Pick<Chunk, 'from' | 'to' | 'page' | 'heading' | 'tokens'> & {
    readonly head: string
    /** Whether a stored chunk has the same context and text. */
    readonly isStored: boolean
  })[]
}

export interface CutDocument {
  readonly language: TextLanguage
  readonly chunks: readonly Chunk[]
}

/** The thread ended with a task, or did not finish it in time. */
export class IndexThreadEnded extends Error {}

/**
 * Does one task after the other. A task that ends the thread, or takes a minute, is rejected with `IndexThreadEnded`; the next one
 * gets a new thread.
 */
export interface Indexer {
  /** The JSON of the document cannot be used afterwards, because its memory is transferred to the thread. */
  cut(document: JsonDocument, settings: ChunkSettings): Promise<CutDocument>
  /** Cuts a document for a preview; `stored` has the hashes of its stored chunks, one after the other. */
  preview(document: JsonDocument, settings: ChunkSettings, stored: Uint8Array): Promise<CutPreview>
  /** Builds a segment of chunks from batches, so that their texts are never all in memory. */
  build(batches: Batches): Promise<SegmentParts>
  /** Ends the thread, and rejects its task and all waiting ones. */
  close(): Promise<void>
}

type Batches = Iterable<readonly SegmentInput[]> | AsyncIterable<readonly SegmentInput[]>

const HASH_BYTES = 32
/** More than the largest segment needs, because a thread that runs out of memory can end the whole process. */
const MEMORY_MB = 1_024
/** UTF-16 units of a task: 4,096 chunks of the largest size. */
const MOST_TEXT = 110_000_000
/** Milliseconds of a task at most: a hundred times what the longest text takes. Others wait for the thread. */
const TASK_MS = 60_000
/** Milliseconds without a task after which the thread is ended. */
const IDLE_MS = 30_000

const thread = new URL(`./index-thread.${import.meta.url.endsWith('.ts') ? 'ts' : 'js'}`, import.meta.url)

/** Opens an indexer. Its thread does not keep the process alive, and is replaced if it ends. */
export function openIndexer(entry = thread, taskMs = TASK_MS): Indexer {
  let worker: Worker | undefined
  let last: Promise<unknown> = Promise.resolve()
  let idle: NodeJS.Timeout | undefined
  let isClosed = false
  let segments = 0
  const end = async () => {
    clearTimeout(idle)
    const ended = worker
    worker = undefined
    await ended?.terminate()
  }
  const run = async (task: IndexTask): Promise<IndexReply> => {
    if (isClosed) throw new Error('the indexer is closed')
    if (lengthOf(task) > MOST_TEXT) throw new RangeError('a task of the index has too much text')
    clearTimeout(idle)
    worker ??= startThread(entry)
    try {
      return await replyFrom(worker, task, taskMs)
    } catch (error) {
      await end()
      throw error
    } finally {
      clearTimeout(idle)
      idle = setTimeout(() => void end(), IDLE_MS).unref()
    }
  }
  const inOrder = (task: IndexTask): Promise<IndexReply> => {
    const reply = last.then(() => run(task))
    last = reply.catch(() => undefined)
    return reply
  }
  return {
    async cut(document, settings) {
      const reply = await inOrder({ kind: 'cut', document, settings })
      if ('cut' in reply) return withHashes(reply.cut)
      throw failureOf(reply)
    },
    async preview(document, settings, stored) {
      const reply = await inOrder({ kind: 'preview', document, settings, stored })
      if ('preview' in reply) return reply.preview
      throw failureOf(reply)
    },
    build: (batches) => buildSegmentOf(inOrder, ++segments, batches),
    async close() {
      isClosed = true
      await end()
    },
  }
}

/** Sends the chunks of a segment in their batches, and returns it. */
async function buildSegmentOf(
  inOrder: (task: IndexTask) => Promise<IndexReply>,
  segment: number,
  batches: Batches,
): Promise<SegmentParts> {
  let begins = true
  for await (const chunks of batches) {
    const reply = await inOrder({ kind: 'add', segment, chunks, begins })
    if (!('added' in reply)) throw failureOf(reply)
    begins = false
  }
  if (begins) await inOrder({ kind: 'add', segment, chunks: [], begins })
  const reply = await inOrder({ kind: 'finish', segment })
  if ('built' in reply) return withRows(reply.built)
  throw failureOf(reply)
}

function startThread(entry: URL): Worker {
  // Without the environment, in which `node --watch` asks threads to report what they import, among their replies.
  const worker = new Worker(entry, {
    env: {},
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
  })
  worker.unref()
  // Whoever waits for a reply hears it, too; without a listener an error between two tasks would end the server.
  worker.on('error', () => undefined)
  return worker
}

/** Resolves with the reply of a thread, or rejects if the thread ends first or takes too long. */
function replyFrom(worker: Worker, task: IndexTask, taskMs: number): Promise<IndexReply> {
  const { promise, resolve, reject } = Promise.withResolvers<IndexReply>()
  const ended = () => reject(new IndexThreadEnded('the thread that builds the index ended'))
  const timer = setTimeout(ended, taskMs).unref()
  worker.once('message', resolve).on('error', reject).once('exit', ended)
  // Adding a listener for messages keeps the process alive again.
  worker.unref()
  try {
    worker.postMessage(task, transferOf(task))
  } catch (error) {
    reject(error instanceof Error ? error : new Error(String(error)))
  }
  return promise.finally(() => {
    clearTimeout(timer)
    worker.off('message', resolve).off('error', reject).off('exit', ended)
  })
}

/** Transferred, because copying the text of a large document to the thread would block the event loop. */
function transferOf(task: IndexTask): ArrayBuffer[] {
  if (task.kind !== 'cut') return []
  const { buffer, byteLength } = task.document.json
  // Small buffers share their memory with others, so they are copied.
  return buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? [buffer] : []
}

function lengthOf(task: IndexTask): number {
  if ('document' in task) return task.document.json.length
  return task.kind === 'add' ? task.chunks.reduce((sum, { indexed }) => sum + indexed.length, 0) : 0
}

const failureOf = (reply: IndexReply) =>
  new Error('failure' in reply ? reply.failure : 'the thread that builds the index did something else')

function withHashes({ language, chunks, hashes }: CutReply): CutDocument {
  return {
    language,
    chunks: chunks.map((chunk, index) => ({
      ...chunk,
      hash: Buffer.from(hashes.buffer, index * HASH_BYTES, HASH_BYTES),
    })),
  }
}

function withRows({ data, ends, ...parts }: BuiltReply): SegmentParts {
  const rows = Array.from(ends, (end, bucket) => ({
    bucket,
    data: data.subarray(bucket === 0 ? 0 : ends[bucket - 1], end),
  }))
  return { ...parts, rows }
}
