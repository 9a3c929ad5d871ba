import { cutText, fileTypeOf, TOLD_BY_CONTENT } from '@polylogue/contract'
import { archiveCode, checkArchive } from './archive.ts'
import type { ReadDocument } from './blocks.ts'
import {
  LEFT,
  type ChildFile,
  type ChildLimits,
  type AskedModel,
  type ExtractedText,
  type Picture,
  type Recognition,
  type RecognitionProgress,
} from './child.ts'
import { openHost, type Host, type How } from './host.ts'
import { Problem } from '#problem.ts'
import { openFairQueue, type Requester, type QueueLimits } from '../fair-queue.ts'
import type { Log } from '../log.ts'
import { hasSecondReader } from './formats/index.ts'
import { allLanguages, installedLanguages, isRecognizable } from './recognition/installed.ts'
import { DocumentUnreadable } from './unreadable.ts'

export { DocumentUnreadable, PictureNotRead } from './unreadable.ts'
export { asRecognized, NO_TEXT, type Block, type ReadDocument, type ReadWarning } from './blocks.ts'
export type { ExtractedText, NotSeenReason, Picture, RecognitionProgress } from './child.ts'
export type { Said } from './encodings/encodings.ts'
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
  extract(
    file: { mimeType: string; bytes: Uint8Array },
    requester: Requester,
    recognizing?: Recognizing,
  ): Promise<ExtractedText>
  /** Returns the blocks of a document with up to 10 million characters; errors as of `extract`, and those of `bytes`. */
  read(file: ChildFile, requester: Requester, recognizing?: Recognizing): Promise<ReadDocument>
  /** The languages whose text can be recognised in pictures; none if text recognition is off or not installed. */
  readonly recognizes: readonly string[]
  /** Whether text can be recognised in files of this type. */
  canRecognize(mimeType: string): boolean
  /** Returns those of the languages that are not installed; none where text recognition is off. */
  missing(languages: readonly string[]): string[]
  /** All languages that are installed, by their codes; none where text recognition is off. */
  installed(): string[]
  /** Starts the process that starts the readers now: with the first document, that would hold the event loop. */
  prepare(): void
  /** Stops all running extractions. */
  close(): void
}

/**
 * Also recognises text in pictures, which takes seconds for a page: one document at a time, in turns of their own; people who wait
 * in a chat have another place than data sources.
 */
export interface Recognizing {
  /** The languages of its text; without those that are installed of them, the ones of the installation. */
  readonly languages?: readonly string[]
  /** A model that reads pages and pictures first; text recognition reads where it fails. */
  readonly model?: ModelForPictures | undefined
  onProgress?(progress: RecognitionProgress): void
}

/** A model that sees pictures; with `refused` it is not asked, and the document says why. */
export type ModelForPictures = AskedModel & {
  /** Returns the text of a picture in Markdown, `none` without any. @throws PictureNotRead */
  read(picture: Picture): Promise<string>
}

export type DocumentLimits = ChildLimits &
  Omit<QueueLimits, 'full'> & {
    /** The maximum length of the text of a data source's document. */
    readonly sourceCharacters: number
    /** Milliseconds after which a small text is read again in a process of its own, because others wait for the shared one. */
    readonly sharedMs: number
    /** Milliseconds of the processor for a page and for all pages of a document; those of the process; megabytes of memory. */
    readonly recognition: Omit<Recognition, 'languages'> & Pick<ChildLimits, 'timeMs' | 'memoryMb'>
  }

const LIMITS: DocumentLimits = {
  smallMs: 15_000,
  perMegabyteMs: 5_000,
  timeMs: 60_000,
  // With a load of 16, a PDF that needs 0.5 s of the processor took more than 15 s.
  patience: 4,
  memoryMb: 700,
  // More than the limit for a question's files (attachments/service.ts), so that truncation can be detected.
  characters: 2_000_100,
  sourceCharacters: 10_000_000,
  atOnce: 2,
  atOncePerPerson: 1,
  // Four messages with the maximum number of files.
  waitingPerPerson: 40,
  sharedMs: 4_000,
  recognition: { pageMs: 60_000, documentMs: 1_200_000, timeMs: 7_200_000, memoryMb: 900 },
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

/**
 * Opens the document reader. It recognises text of these languages, the most frequent first, as far as they are installed.
 */
export function openDocuments(
  limits: Partial<DocumentLimits> = {},
  log?: Pick<Log, 'warn'>,
  languages: readonly string[] = [],
): Documents {
  const held = { ...LIMITS, ...limits }
  const host = openHost(log)
  const full = () =>
    new Problem(
      'TOO_MANY_DOCUMENTS',
      { limit: held.waitingPerPerson, seconds: BUSY_SECONDS },
      { retryAfter: BUSY_SECONDS },
    )
  const recognizes = installedLanguages(languages)
  const read = openReading(host, held, { full, languages: recognizes })
  return {
    recognizes,
    missing: (wanted) =>
      recognizes.length === 0 ? [] : wanted.filter((one) => installedLanguages([one]).length === 0),
    installed: () => (recognizes.length === 0 ? [] : allLanguages(recognizes)),
    canRecognize: (mimeType) => recognizes.length > 0 && isRecognizable(mimeType),
    async extract({ mimeType, bytes }, requester, recognizing) {
      const refused = checkArchive(mimeType, bytes)
      if (refused) throw new DocumentUnreadable(refused, archiveCode(refused))
      const file = { mimeType, size: bytes.length, bytes: () => [bytes] }
      // Models read the source of texts as it is.
      const as = isText(file) ? 'source' : 'text'
      const reply = await read(file, { as, characters: held.characters, recognizing }, requester)
      if (!('text' in reply)) throw new Error('the reader of documents returned blocks instead of a text')
      return { ...reply, text: cutText(reply.text, held.characters) }
    },
    async read(file, requester, recognizing) {
      const how = { as: 'blocks', characters: held.sourceCharacters, recognizing } as const
      const reply = await read(file, how, requester)
      if ('text' in reply) throw new Error('the reader of documents returned a text instead of blocks')
      return reply
    },
    prepare: () => host.prepare(),
    close: () => host.close(),
  }
}

type Reply = Awaited<ReturnType<Host['read']>>

interface ReadOptions {
  readonly as: How['as']
  readonly characters: number
  readonly recognizing: Recognizing | undefined
}

/** The limits are sent to processes, these are not. */
interface ReadingDeps extends Pick<QueueLimits, 'full'> {
  readonly languages: readonly string[]
}

/** Returns a function that reads a document at its person's turn. A document that ended its reader is read once more. */
function openReading(host: Host, limits: DocumentLimits, deps: ReadingDeps) {
  const enqueue = openFairQueue({ ...limits, full: deps.full })
  const enqueueText = openFairQueue({ ...limits, full: deps.full })
  const recognize = openRecognizing(host, limits, deps)
  // Others wait for the shared reader.
  const shared = { ...limits, smallMs: limits.sharedMs, perMegabyteMs: 0, patience: 1 }
  return async (file: ChildFile, wanted: ReadOptions, requester: Requester): Promise<Reply> => {
    const { gone } = requester
    const { as, characters } = wanted
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
    const inTurn = () => (isSmallText(file) ? together().catch(again(ENDED, alone)) : alone())
    const reply = await (wanted.recognizing ? recognize(file, wanted, requester) : inTurn())
    if (reply === undefined) throw new DocumentUnreadable(LEFT)
    return reply
  }
}

/** Returns a function that recognises a document at its person's turn. */
function openRecognizing(host: Host, limits: DocumentLimits, { full, languages }: ReadingDeps) {
  const queueLimits = { ...limits, full, atOnce: 1, atOncePerPerson: 1 }
  const queues = { text: openFairQueue(queueLimits), blocks: openFairQueue(queueLimits) }
  const { pageMs, documentMs, timeMs, memoryMb } = limits.recognition
  return (file: ChildFile, { as, characters, recognizing = {} }: ReadOptions, requester: Requester) => {
    const own = installedLanguages(recognizing.languages ?? [])
    const { name, refused, read } = recognizing.model ?? {}
    const model = name === undefined ? undefined : { name, refused }
    const recognition = { languages: own.length > 0 ? own : languages, pageMs, documentMs, model }
    const meanwhile = {
      onProgress: (progress: RecognitionProgress) => recognizing.onProgress?.(progress),
      ...(read ? { see: read } : {}),
    }
    return queues[as === 'blocks' ? as : 'text'](requester, () =>
      host.read(
        file,
        { as, isSecond: false, recognition },
        { smallMs: timeMs, perMegabyteMs: 0, timeMs, memoryMb, characters },
        requester.gone,
        meanwhile,
      ),
    )
  }
}

const isText = ({ mimeType }: ChildFile) => mimeType === 'text/plain' || mimeType === 'text/markdown'

const isSmallText = (file: ChildFile) => file.size <= SMALL_TEXT && isText(file)

export { toldType } from './types/by-bytes.ts'

const HTML = 'text/html'

/** Returns the type that a web server means: what it declares, or by the ending of the address where that says little. */
export function fetchedType(url: string, declared: string): string | undefined {
  const type = (declared.split(';')[0] ?? '').trim().toLowerCase()
  if (type === 'application/xhtml+xml') return HTML
  const known = fileTypeOf('', type)
  // Servers send Markdown and CSV as plain text, and anything as bytes.
  const isVague = known === undefined || known === TOLD_BY_CONTENT || known === 'text/plain'
  return isVague ? fileTypeOf(URL.parse(url)?.pathname ?? '', type) : known
}
