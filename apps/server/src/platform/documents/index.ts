import { cutText } from '@polylogue/contract'
import { archiveCode, checkArchive } from './archive.ts'
import type { ReadDocument } from './blocks.ts'
import { LEFT, type ChildFile, type ChildLimits, type ExtractedText } from './child.ts'
import { openHost, type Host, type How } from './host.ts'
import { Problem } from '../../problem.ts'
import { openFairQueue, type Requester, type QueueLimits } from '../fair-queue.ts'
import type { Log } from '../log.ts'
import { hasSecondReader } from './formats/index.ts'
import { DocumentUnreadable } from './unreadable.ts'

export { DocumentUnreadable } from './unreadable.ts'
export { NO_TEXT } from './blocks.ts'
export type { Block, ReadDocument, ReadWarning } from './blocks.ts'
export type { ExtractedText } from './child.ts'
export type { Said } from './encodings/index.ts'
export { fetchedType, toldType } from './types/index.ts'
export type { Requester } from '../fair-queue.ts'

/**
 * Extracts the text of documents in child processes with limits, so that a malicious file can only crash its process. Small texts
 * share a reader and have turns of their own, so that they do not wait for slow documents.
 */
export interface Documents {
  /**
   * Returns the text of a document, as Markdown if the format has structure, and what has none. Requests are queued fairly between people;
   * reading stops when the requester disconnects.
   * @throws DocumentUnreadable
   * @throws Problem TOO_MANY_DOCUMENTS when too many of the person's documents are queued
   */
  extract(file: { mimeType: string; bytes: Uint8Array }, requester: Requester): Promise<ExtractedText>
  /** Returns the blocks of a document with up to 10 million characters; errors as of `extract`, and those of `bytes`. */
  read(file: ChildFile, requester: Requester): Promise<ReadDocument>
  /** Starts the process that starts the readers now: with the first document, that would hold the event loop. */
  prepare(): void
  /** Stops all running extractions. */
  close(): void
}

export type DocumentLimits = ChildLimits &
  Omit<QueueLimits, 'full'> & {
    /** The maximum length of the text of a data source's document. */
    readonly sourceCharacters: number
    /** Milliseconds after which a small text is read again in a process of its own, because others wait for the shared one. */
    readonly sharedMs: number
  }

const LIMITS: DocumentLimits = {
  smallMs: 15_000,
  perMegabyteMs: 5_000,
  timeMs: 60_000,
  memoryMb: 700,
  // More than the limit for a question's files (attachments/service.ts), so that truncation can be detected.
  characters: 2_000_100,
  sourceCharacters: 10_000_000,
  atOnce: 2,
  atOncePerPerson: 1,
  // Four messages with the maximum number of files.
  waitingPerPerson: 40,
  sharedMs: 4_000,
}

/** Bytes of a text that the shared reader takes. */
const SMALL_TEXT = 1_000_000

/** Failures after which a simpler reader may succeed. */
const HARD: ReadonlySet<string> = new Set(['damaged', 'too_slow', 'interrupted'])
const INTERRUPTED: ReadonlySet<string> = new Set(['interrupted'])
/** Failures of the shared reader after which the text gets a process of its own. */
const ENDED: ReadonlySet<string> = new Set(['too_slow', 'too_much_memory', 'interrupted'])

/** The Retry-After in seconds for people who send too many. */
const BUSY_SECONDS = 30

/** Opens the document reader. */
export function openDocuments(limits: Partial<DocumentLimits> = {}, log?: Pick<Log, 'warn'>): Documents {
  const held = { ...LIMITS, ...limits }
  const host = openHost(log)
  const full = () =>
    new Problem(
      'TOO_MANY_DOCUMENTS',
      { limit: held.waitingPerPerson, seconds: BUSY_SECONDS },
      { retryAfter: BUSY_SECONDS },
    )
  const read = openReading(host, held, full)
  return {
    async extract({ mimeType, bytes }, requester) {
      const refused = checkArchive(mimeType, bytes)
      if (refused) throw new DocumentUnreadable(refused, archiveCode(refused))
      const file = { mimeType, size: bytes.length, bytes: () => [bytes] }
      // Models read the source of texts as it is.
      const reply = await read(file, isText(file) ? 'source' : 'text', requester, held.characters)
      if (!('text' in reply)) throw new Error('the reader of documents returned blocks instead of a text')
      return { ...reply, text: cutText(reply.text, held.characters) }
    },
    async read(file, requester) {
      const reply = await read(file, 'blocks', requester, held.sourceCharacters)
      if ('text' in reply) throw new Error('the reader of documents returned a text instead of blocks')
      return reply
    },
    prepare: () => host.prepare(),
    close: () => host.close(),
  }
}

type Reply = Awaited<ReturnType<Host['read']>>

/** Returns a function that reads a document at its person's turn. A document that ended its reader is read once more. */
function openReading(host: Host, limits: DocumentLimits, full: () => Problem) {
  const enqueue = openFairQueue({ ...limits, full })
  const enqueueText = openFairQueue({ ...limits, full })
  const shared = { ...limits, smallMs: limits.sharedMs, perMegabyteMs: 0 }
  return async (file: ChildFile, as: How['as'], requester: Requester, characters: number): Promise<Reply> => {
    const { gone } = requester
    const readAs = (how: Omit<How, 'as'>) =>
      host.read(file, { as, ...how }, { ...(how.isKept ? shared : limits), characters }, gone)
    const again =
      (failures: ReadonlySet<string>, next: () => Promise<Reply | undefined>) => (error: unknown) => {
        if (error instanceof DocumentUnreadable && failures.has(error.code) && !gone?.aborted) return next()
        throw error
      }
    const isSecond = hasSecondReader(file.mimeType)
    const second = isSecond ? HARD : INTERRUPTED
    const alone = () =>
      enqueue(requester, () => readAs({ isSecond: false }).catch(again(second, () => readAs({ isSecond }))))
    const together = () => enqueueText(requester, () => readAs({ isSecond: false, isKept: true }))
    const reply = await (isSmallText(file) ? together().catch(again(ENDED, alone)) : alone())
    if (reply === undefined) throw new DocumentUnreadable(LEFT)
    return reply
  }
}

const isText = ({ mimeType }: ChildFile) => mimeType === 'text/plain' || mimeType === 'text/markdown'

const isSmallText = (file: ChildFile) => file.size <= SMALL_TEXT && isText(file)
