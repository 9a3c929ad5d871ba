import { cutText } from '@polylogue/contract'
import { archiveCode, checkArchive } from './archive.ts'
import { charactersOf, limited, type ReadDocument } from './blocks.ts'
import { LEFT, type ChildFile, type ChildLimits } from './child.ts'
import { decodeText } from './decode.ts'
import { openHost } from './host.ts'
import { textBlocks } from './markdown-blocks.ts'
import { Problem } from '../../problem.ts'
import { openFairQueue, type Requester, type QueueLimits } from '../fair-queue.ts'
import type { Log } from '../log.ts'
import { hasSecondReader } from './readers.ts'
import { DocumentUnreadable } from './unreadable.ts'

export { DocumentUnreadable } from './unreadable.ts'
export type { Block, ReadDocument, ReadWarning } from './blocks.ts'
export type { Requester } from '../fair-queue.ts'

/** Extracts the text of documents in a child process with limits, so that a malicious file can only crash that process. */
export interface Documents {
  /**
   * Returns the text of a document, as Markdown if the format has structure. Requests are queued fairly between people;
   * reading stops when the requester disconnects.
   * @throws DocumentUnreadable
   * @throws Problem TOO_MANY_DOCUMENTS when too many of the person's documents are queued
   */
  extract(file: { mimeType: string; bytes: Uint8Array }, requester: Requester): Promise<string>
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
}

/** Bytes of a text that is read in this process: a child takes longer to start than the text takes to read. */
const SMALL_TEXT = 200_000

/** Failures after which a simpler reader may succeed. */
const HARD: ReadonlySet<string> = new Set(['damaged', 'too_slow'])

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
  const enqueue = openFairQueue({ ...held, full })
  const inChild = async (
    file: ChildFile,
    as: 'text' | 'blocks',
    requester: Requester,
    characters: number,
  ) => {
    const readAs = (isSecond: boolean) =>
      host.read(file, { as, isSecond }, { ...held, characters }, requester.gone)
    const reply = await enqueue(requester, () =>
      readAs(false).catch((error: unknown) => {
        const isHard = error instanceof DocumentUnreadable && HARD.has(error.code)
        if (isHard && hasSecondReader(file.mimeType) && !requester.gone?.aborted) return readAs(true)
        throw error
      }),
    )
    if (reply === undefined) throw new DocumentUnreadable(LEFT)
    return reply
  }
  return {
    async extract({ mimeType, bytes }, requester) {
      // Models read the source of these as it is.
      if (mimeType === 'text/plain' || mimeType === 'text/markdown')
        return cutText(decodeText(bytes), held.characters)
      const refused = checkArchive(mimeType, bytes)
      if (refused) throw new DocumentUnreadable(refused, archiveCode(refused))
      const file = { mimeType, size: bytes.length, bytes: () => [bytes] }
      const reply = await inChild(file, 'text', requester, held.characters)
      return 'text' in reply ? cutText(reply.text, held.characters) : ''
    },
    async read(file, requester) {
      if (isSmallText(file)) return readText(await bytesOf(file), held.sourceCharacters)
      const reply = await inChild(file, 'blocks', requester, held.sourceCharacters)
      if ('text' in reply) throw new Error('the reader of documents returned a text instead of blocks')
      return reply
    },
    prepare: () => host.prepare(),
    close: () => host.close(),
  }
}

const isSmallText = ({ mimeType, size }: ChildFile) =>
  size <= SMALL_TEXT && (mimeType === 'text/plain' || mimeType === 'text/markdown')

async function bytesOf({ bytes }: ChildFile): Promise<Buffer> {
  const parts: Uint8Array[] = []
  for await (const part of bytes()) parts.push(part)
  return Buffer.concat(parts)
}

function readText(bytes: Uint8Array, characters: number): ReadDocument {
  const { blocks, ...facts } = limited({ blocks: textBlocks(bytes), pages: null, warnings: [] }, characters)
  return { ...facts, json: Buffer.from(JSON.stringify(blocks)), characters: charactersOf(blocks) }
}
