// Starts the process that starts the readers (documents-host.ts). Starting a process copies the page tables of the one that
// starts it: 15 ms for the server, which then pays for every page that it writes.
import { fork, type ChildProcess } from 'node:child_process'
import type { Log } from '../log.ts'
import { noteShortLived } from '../memory.ts'
import type { ReadDocument } from './blocks.ts'
import {
  inPieces,
  LEFT,
  type ChildFile,
  type ChildLimits,
  type ChildReply,
  type ExtractedText,
  type NotSeenReason,
  type Order,
  type Picture,
  type RecognitionProgress,
} from './child.ts'
import { DocumentUnreadable, PictureNotRead } from './unreadable.ts'

/** How to read a document. */
export type How = Pick<Order, 'as' | 'isSecond' | 'recognition'> & {
  /** Whether the reader of small texts reads it, which stays for the next one. */
  readonly isKept?: boolean
}

/** A document to read; its bytes follow in pieces, then `end`. `leave` stops the reading. */
export type ToHost = { readonly id: number } & (
  | {
      readonly begin: How & Pick<ChildFile, 'mimeType' | 'size' | 'said'> & { readonly limits: ChildLimits }
    }
  | { readonly piece: Uint8Array }
  | { readonly end: true }
  | { readonly leave: true }
  | { readonly seen: { readonly text: string } | { readonly failed: NotSeenReason } }
)

/** The reader's replies, a failure of the host itself, or the reason why readers have no network namespace. */
export type FromHost =
  | { readonly id: number; readonly reply: ChildReply }
  | { readonly id: number; readonly failed: string }
  | { readonly withNetwork: string }

/** What happens while a document is recognised. */
export interface Meanwhile {
  onProgress?(progress: RecognitionProgress): void
  /** Returns what a model reads in a picture. @throws PictureNotRead */
  see?(picture: Picture): Promise<string>
}

export interface Host {
  /** Reads a document in a process, which ends at a limit or when `gone` aborts. @throws DocumentUnreadable */
  read(
    file: ChildFile,
    how: How,
    limits: ChildLimits,
    gone: AbortSignal | undefined,
    meanwhile?: Meanwhile,
  ): Promise<ExtractedText | ReadDocument>
  /** Starts the host's process now, and not with the first document. */
  prepare(): void
  /** Ends all readers and the host. */
  close(): void
}

const entry = new URL(`./documents-host.${import.meta.url.endsWith('.ts') ? 'ts' : 'js'}`, import.meta.url)

interface Reading {
  /** The host's process, which may be another one than that of later readings. */
  readonly child: ChildProcess
  readonly json: Uint8Array[]
  readonly meanwhile: Meanwhile | undefined
  resolve(result: ExtractedText | ReadDocument): void
  reject(error: Error): void
}

/** Opens the host; when its process ends, the next document starts another one. */
export function openHost(log?: Pick<Log, 'warn'>): Host {
  return new DocumentsHost(log)
}

class DocumentsHost implements Host {
  readonly #readings = new Map<number, Reading>()
  readonly #log: Pick<Log, 'warn'> | undefined
  #child: ChildProcess | undefined
  #last = 0
  #warned = false

  constructor(log: Pick<Log, 'warn'> | undefined) {
    this.#log = log
  }

  prepare(): void {
    this.#child ??= this.#start()
  }

  async read(
    file: ChildFile,
    how: How,
    limits: ChildLimits,
    gone: AbortSignal | undefined,
    meanwhile?: Meanwhile,
  ): Promise<ExtractedText | ReadDocument> {
    if (gone?.aborted) throw new DocumentUnreadable(LEFT)
    const child = (this.#child ??= this.#start())
    const id = ++this.#last
    const { promise, resolve, reject } = Promise.withResolvers<ExtractedText | ReadDocument>()
    const leave = () => reject(new DocumentUnreadable(LEFT))
    this.#readings.set(id, { child, json: [], meanwhile, resolve, reject })
    child.channel?.ref()
    gone?.addEventListener('abort', leave, { once: true })
    this.#send(child, id, file, { ...how, limits }).catch(reject)
    try {
      return await promise
    } finally {
      gone?.removeEventListener('abort', leave)
      this.#readings.delete(id)
      // Ends a reading that failed here. The host knows the others to be over.
      child.send({ id, leave: true } satisfies ToHost, () => undefined)
      if (this.#readings.size === 0) child.channel?.unref()
    }
  }

  close(): void {
    // The host ends its readers and itself on this message.
    if (this.#child?.connected) this.#child.disconnect()
    this.#child = undefined
  }

  #start(): ChildProcess {
    const child = fork(entry, {
      env: {},
      execArgv: ['--no-warnings'],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    const ended = (error: Error) => {
      if (this.#child === child) this.#child = undefined
      for (const reading of this.#readings.values()) if (reading.child === child) reading.reject(error)
    }
    child.on('message', (message) => this.#take(message as FromHost))
    // Only a reading keeps this process alive.
    child.unref()
    child.channel?.unref()
    // A message that cannot be sent is an error, too, and may follow another one.
    child.on('error', ended)
    child.once('exit', () => ended(new Error('the process that starts the readers of documents ended')))
    return child
  }

  #take(message: FromHost): void {
    if ('withNetwork' in message) return this.#warn(message.withNetwork)
    const reading = this.#readings.get(message.id)
    if (!reading) return
    if ('failed' in message) return reading.reject(new Error(message.failed))
    const { reply } = message
    if ('piece' in reply) {
      noteShortLived(reply.piece.length)
      reading.json.push(reply.piece)
    } else if ('progress' in reply) reading.meanwhile?.onProgress?.(reply.progress)
    else if ('picture' in reply) void this.#see(message.id, reading, reply.picture)
    else if ('text' in reply) reading.resolve(reply)
    else if ('facts' in reply) reading.resolve({ ...reply.facts, json: Buffer.concat(reading.json) })
    else reading.reject(new DocumentUnreadable(reply.unreadable, reply.code))
  }

  async #see(id: number, { child, meanwhile }: Reading, picture: Picture): Promise<void> {
    noteShortLived(picture.bytes.length)
    const seen = await (meanwhile?.see?.(picture) ?? Promise.reject(new PictureNotRead('failed'))).then(
      (text) => ({ text }),
      (error: unknown) => ({ failed: error instanceof PictureNotRead ? error.reason : ('failed' as const) }),
    )
    child.send({ id, seen } satisfies ToHost, () => undefined)
  }

  #warn(reason: string): void {
    if (!this.#warned)
      this.#log?.warn(
        { reason },
        'documents are read without a network namespace: the process that reads them closes its network itself',
      )
    this.#warned = true
  }

  /** Sends a document in pieces, each after the one before is written, so that the event loop is not held. */
  async #send(
    child: ChildProcess,
    id: number,
    { mimeType, size, said, bytes }: ChildFile,
    how: How & { limits: ChildLimits },
  ): Promise<void> {
    // A failed message needs no handling: the end of the host rejects.
    const send = (message: ToHost) => new Promise<void>((resolve) => child.send(message, () => resolve()))
    await send({ id, begin: { mimeType, size, said, ...how } })
    for await (const piece of inPieces(bytes())) {
      if (!this.#readings.has(id)) return
      noteShortLived(piece.length)
      await send({ id, piece })
    }
    await send({ id, end: true })
  }
}
