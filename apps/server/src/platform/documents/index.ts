import type { ChildProcess } from 'node:child_process'
import { cutText } from '@polylogue/contract'
import { checkArchive } from './archive.ts'
import { LEFT, readInChild, type ChildLimits } from './child.ts'
import { Problem } from '../../problem.ts'
import { openFairLine, type Asker, type LineLimits } from '../fair-line.ts'
import type { Log } from '../log.ts'
import { DocumentUnreadable } from './unreadable.ts'
import { openUnshare } from './unshare.ts'

export { DocumentUnreadable } from './unreadable.ts'
export type { Asker } from '../fair-line.ts'

/** Reads the text out of documents, in a process of its own with limits: a hostile file ends that process and nothing else. */
export interface Documents {
  /**
   * Returns the text of a document, Markdown where the format has structure. People take turns; reading ends when the asker
   * has gone.
   * @throws DocumentUnreadable
   * @throws Problem TOO_MANY_DOCUMENTS when too many of the asker's wait
   */
  extract(file: { mimeType: string; bytes: Uint8Array }, asker: Asker): Promise<string>
  /** Ends what is being read. */
  close(): void
}

export type DocumentLimits = ChildLimits & Omit<LineLimits, 'full'>

const LIMITS: DocumentLimits = {
  smallMs: 15_000,
  perMegabyteMs: 5_000,
  timeMs: 60_000,
  memoryMb: 700,
  // More than a question's files give together (attachments/service.ts), so that it is known when there was more.
  characters: 2_000_100,
  atOnce: 2,
  atOncePerPerson: 1,
  // Four messages full of files.
  waitingPerPerson: 40,
}

/** What a person who sends too many is asked to wait. */
const BUSY_SECONDS = 30

/** Opens the reader of documents. */
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
  const inLine = openFairLine({ ...held, full })
  return {
    async extract({ mimeType, bytes }, asker) {
      if (mimeType === 'text/plain' || mimeType === 'text/markdown')
        return cutText(decodeText(bytes), held.characters)
      const refused = checkArchive(mimeType, bytes)
      if (refused) throw new DocumentUnreadable(refused)
      const text = await inLine(asker, () => readInChild({ mimeType, bytes }, held, children, asker.gone))
      if (text === undefined) throw new DocumentUnreadable(LEFT)
      return text
    },
    close() {
      for (const one of running) one.kill('SIGKILL')
    },
  }
}

/** Plain text: UTF-8, or UTF-16 where it says so. */
function decodeText(bytes: Uint8Array): string {
  const encoding =
    bytes[0] === 0xff && bytes[1] === 0xfe
      ? 'utf-16le'
      : bytes[0] === 0xfe && bytes[1] === 0xff
        ? 'utf-16be'
        : 'utf-8'
  return new TextDecoder(encoding).decode(bytes)
}
