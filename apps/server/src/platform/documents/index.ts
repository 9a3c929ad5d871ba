import type { ChildProcess } from 'node:child_process'
import { cutText } from '@polylogue/contract'
import { checkArchive } from './archive.ts'
import { LEFT, readInChild, type ChildLimits } from './child.ts'
import { Problem } from '../../problem.ts'
import { openFairQueue, type Requester, type QueueLimits } from '../fair-queue.ts'
import type { Log } from '../log.ts'
import { DocumentUnreadable } from './unreadable.ts'
import { openUnshare } from './unshare.ts'

export { DocumentUnreadable } from './unreadable.ts'
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
  /** Stops all running extractions. */
  close(): void
}

export type DocumentLimits = ChildLimits & Omit<QueueLimits, 'full'>

const LIMITS: DocumentLimits = {
  smallMs: 15_000,
  perMegabyteMs: 5_000,
  timeMs: 60_000,
  memoryMb: 700,
  // More than the limit for a question's files (attachments/service.ts), so that truncation can be detected.
  characters: 2_000_100,
  atOnce: 2,
  atOncePerPerson: 1,
  // Four messages with the maximum number of files.
  waitingPerPerson: 40,
}

/** The Retry-After in seconds for people who send too many. */
const BUSY_SECONDS = 30

/** Opens the document reader. */
export function openDocuments(limits: Partial<DocumentLimits> = {}, log?: Pick<Log, 'warn'>): Documents {
  const held = { ...LIMITS, ...limits }
  const running = new Set<ChildProcess>()
  const children = { running, findUnshare: openUnshare(log) }
  const full = () =>
    new Problem(
      'TOO_MANY_DOCUMENTS',
      { limit: held.waitingPerPerson, seconds: BUSY_SECONDS },
      { retryAfter: BUSY_SECONDS },
    )
  const enqueue = openFairQueue({ ...held, full })
  return {
    async extract({ mimeType, bytes }, requester) {
      if (mimeType === 'text/plain' || mimeType === 'text/markdown')
        return cutText(decodeText(bytes), held.characters)
      const refused = checkArchive(mimeType, bytes)
      if (refused) throw new DocumentUnreadable(refused)
      const text = await enqueue(requester, () =>
        readInChild({ mimeType, bytes }, held, children, requester.gone),
      )
      if (text === undefined) throw new DocumentUnreadable(LEFT)
      return text
    },
    close() {
      for (const one of running) one.kill('SIGKILL')
    },
  }
}

/** Decodes plain text: UTF-8, or UTF-16 with a byte order mark. */
function decodeText(bytes: Uint8Array): string {
  const encoding =
    bytes[0] === 0xff && bytes[1] === 0xfe
      ? 'utf-16le'
      : bytes[0] === 0xfe && bytes[1] === 0xff
        ? 'utf-16be'
        : 'utf-8'
  return new TextDecoder(encoding).decode(bytes)
}
