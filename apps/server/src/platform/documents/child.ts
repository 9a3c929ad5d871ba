// Reads documents in processes of their own, with limits on time, memory, disk and network (INPUT-2, INPUT-3).
import { fork, type ChildProcess } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { NotSeenReason } from '@polylogue/contract'
import type { ReadDocument } from './blocks.ts'
import type { Said } from './encodings/encodings.ts'
import { watchTime } from './process-time.ts'
import { DocumentUnreadable, type UnreadableCode } from './unreadable.ts'
import { openUnshare, WITHOUT_NETWORK, type FindUnshare } from './unshare.ts'

/** What the child reads, after the bytes in pieces: the text for people and models, the blocks as JSON, or a text file as it is. */
export interface Order {
  readonly mimeType: string
  readonly characters: number
  readonly as: 'text' | 'blocks' | 'source'
  /** Whether the first reader of the type has failed. */
  readonly isSecond: boolean
  readonly said?: Said | undefined
  /** Also recognises the text of pictures. */
  readonly recognition?: Recognition
}

/** How text is recognised. */
export interface Recognition {
  readonly languages: readonly string[]
  /** Milliseconds of the processor for a page, and for the pages of a document; other pages stay without text. */
  readonly pageMs: number
  readonly documentMs: number
  /** The model that reads pages and pictures first. */
  readonly model?: AskedModel | undefined
}

/** A model that reads pictures: its name; or why it cannot be asked. */
export interface AskedModel {
  readonly name: string
  readonly refused?: NotSeenReason | undefined
}

export type { NotSeenReason } from '@polylogue/contract'

/** A picture for a model. */
export interface Picture {
  readonly mimeType: string
  readonly bytes: Uint8Array
}

/** The pages that are recognised already, and all that are to be. */
export interface RecognitionProgress {
  readonly done: number
  readonly of: number
}

/** The text of a document, which says itself what is missing. */
export interface ExtractedText {
  readonly text: string
  /** False if it only says that there is none, as for a scan. */
  readonly hasText: boolean
  /** Numbers of the pages without text, if others have some. */
  readonly pagesWithoutText: readonly number[]
  /** Whether pictures of it may have text that only text recognition reads. */
  readonly hasScans?: boolean
  /** What of it was recognised: the pages, none for a picture, and how certain that is, 0 to 100. */
  readonly recognized?: { readonly pages: readonly number[]; readonly confidence: number }
}

/** The child's replies: a text, or the JSON in pieces and then what else is known. */
export type ChildReply =
  | ExtractedText
  | { readonly piece: Uint8Array }
  | { readonly progress: RecognitionProgress }
  // The child waits for what the model answers.
  | { readonly picture: Picture }
  | { readonly facts: Omit<ReadDocument, 'json'> }
  | { readonly unreadable: string; readonly code: UnreadableCode }

/** A document to read; `bytes` may be asked for twice. */
export interface ChildFile {
  readonly mimeType: string
  readonly size: number
  /** What is known of the encoding of a text. */
  readonly said?: Said | undefined
  bytes(): Iterable<Uint8Array> | AsyncIterable<Uint8Array>
}

/** Bytes of one message. */
export const PIECE_BYTES = 500_000

export interface ChildLimits {
  /** Timeouts in milliseconds: for a small document, per further megabyte, and the maximum. */
  readonly smallMs: number
  readonly perMegabyteMs: number
  readonly timeMs: number
  /** How many times as long a reading may take that does not get the processor: its own time counts. 1 by default. */
  readonly patience?: number
  /** The maximum resident memory of the child, in megabytes. */
  readonly memoryMb: number
  /** The maximum length of the text. */
  readonly characters: number
}

const WATCH_MS = 25
/** Lower priority than the server, but not so low that local models (niceness 5) starve it. */
const NICENESS = 10
const MEGABYTE = 1_000_000

const isSource = import.meta.url.endsWith('.ts')
const entry = new URL(`./extract-child.${isSource ? 'ts' : 'js'}`, import.meta.url)
const own = fileURLToPath(new URL('./', import.meta.url))
const libraries = fileURLToPath(
  new URL(`${isSource ? '../../../../../' : '../../../'}node_modules/`, import.meta.url),
)

/** The running processes, and how new ones are started. */
export interface ChildDeps {
  readonly running: Set<ChildProcess>
  readonly findUnshare: FindUnshare
}

/** One document to read: how, within which limits, and the receiver of the replies. Reading ends when `gone` aborts. */
export interface Reading {
  readonly file: ChildFile
  readonly how: Pick<Order, 'as' | 'isSecond' | 'recognition'>
  readonly limits: ChildLimits
  readonly gone: AbortSignal
  onReply(reply: ChildReply): void
  /** Called with a function that sends the child what a model answered. */
  onStarted?(tell: (seen: object) => void): void
}

/** Reads a document. Resolves after the last reply. @throws DocumentUnreadable */
export type Read = (reading: Reading) => Promise<void>

/** Returns a function that reads each document in its own process, which ends afterwards, when `gone` aborts, or at a limit. */
export function openChildren(deps: ChildDeps): Read {
  return async (reading) => {
    const child = await startReader(deps, reading.limits)
    try {
      await readWith(child, reading)
    } finally {
      child.kill('SIGKILL')
    }
  }
}

/** Starts a reader; it is among the running ones until it has ended. Lists of processes show the role. */
export async function startReader(
  { running, findUnshare }: ChildDeps,
  { memoryMb }: Pick<ChildLimits, 'memoryMb'>,
  role = 'one-document',
): Promise<ChildProcess> {
  const child = await startSealed(memoryMb, entry, findUnshare, role)
  running.add(child)
  child.once('exit', () => running.delete(child))
  return child
}

/** Reads a document with a reader, which is not usable any more if it rejects. @throws DocumentUnreadable */
export async function readWith(
  child: ChildProcess,
  { file, how: { as, isSecond, recognition }, limits, gone, onReply, onStarted }: Reading,
): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const fail = (reason: string, code?: UnreadableCode) => reject(new DocumentUnreadable(reason, code))
  const leave = () => fail(LEFT)
  const time = watchTime(child.pid, timeFor(file.size, limits), limits.patience ?? 1, () =>
    fail('reading took too long', 'too_slow'),
  )
  const watch = setInterval(() => {
    void residentMb(child.pid).then(
      (mb) => mb > limits.memoryMb && fail('reading took too much memory', 'too_much_memory'),
    )
  }, WATCH_MS)
  gone.addEventListener('abort', leave, { once: true })
  if (gone.aborted) leave()
  const take = (reply: ChildReply) => {
    onReply(reply)
    if (!('piece' in reply) && !('progress' in reply) && !('picture' in reply)) resolve()
  }
  const ended = () => fail('reading ended early', 'interrupted')
  child.on('message', take).on('error', reject).once('exit', ended)
  if (child.exitCode !== null || child.signalCode !== null) ended()
  // A message to a child that ended is lost, and so is the reading.
  onStarted?.((seen) => void child.send(seen, () => undefined))
  const { mimeType, said } = file
  const { characters } = limits
  const order: Order = { mimeType, characters, as, isSecond, said, ...(recognition ? { recognition } : {}) }
  sendAll(child, file.bytes(), order).catch((error: unknown) =>
    error instanceof ChildGone ? ended() : reject(error as Error),
  )
  try {
    return await promise
  } finally {
    time.stop()
    clearInterval(watch)
    gone.removeEventListener('abort', leave)
    child.off('message', take).off('error', reject).off('exit', ended)
  }
}

/** The child does not take messages any more. */
class ChildGone extends Error {}

async function sendAll(
  child: ChildProcess,
  bytes: ReturnType<ChildFile['bytes']>,
  order: Order,
): Promise<void> {
  const send = (message: object) =>
    new Promise<void>((resolve, reject) => {
      child.send(message, (error) => (error ? reject(new ChildGone()) : resolve()))
    })
  for await (const piece of inPieces(bytes)) await send({ piece })
  await send(order)
}

/** Yields bytes in pieces of at most `PIECE_BYTES`. */
export async function* inPieces(bytes: ReturnType<ChildFile['bytes']>): AsyncGenerator<Uint8Array> {
  for await (const part of bytes)
    for (let at = 0; at < part.length; at += PIECE_BYTES) yield part.subarray(at, at + PIECE_BYTES)
}

/** The reason when the requester has disconnected. */
export const LEFT = 'nobody waits for the document any more'

function timeFor(bytes: number, { smallMs, perMegabyteMs, timeMs }: ChildLimits): number {
  return Math.min(timeMs, smallMs + (bytes / MEGABYTE) * perMegabyteMs)
}

/** Starts a program that may read only its own code, in its own network namespace where the system allows it. */
export async function startSealed(
  memoryMb: number,
  program: URL = entry,
  findUnshare: FindUnshare = openUnshare(),
  ...args: string[]
): Promise<ChildProcess> {
  const flags = [
    '--permission',
    // Its code and libraries only: no data directory, no writing, no child processes, workers or add-ons.
    `--allow-fs-read=${own}`,
    `--allow-fs-read=${libraries}`,
    `--max-old-space-size=${memoryMb}`,
    '--disallow-code-generation-from-strings',
    '--no-warnings',
  ]
  const unshare = await findUnshare()
  const child = fork(program, args, {
    env: {},
    ...(unshare
      ? { execPath: unshare, execArgv: [...WITHOUT_NETWORK, process.execPath, ...flags] }
      : { execArgv: flags }),
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  // Loaded here, because the sealed process has this file and may not read files of other folders.
  const { lowerPriority } = await import('../lower-priority.ts')
  lowerPriority(child.pid, NICENESS)
  return child
}

/** Returns the resident memory of a process in megabytes; 0 when the system does not provide it. */
async function residentMb(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1_024
}
