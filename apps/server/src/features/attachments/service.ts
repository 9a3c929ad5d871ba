import { setImmediate as nextTurn } from 'node:timers/promises'
import { cutText, type AttachmentUpload, type FileText } from '@polylogue/contract'
import type { Blobs } from '#platform/blobs/index.ts'
import { newBlobKey } from '#platform/blobs/index.ts'
import type { Clock } from '#platform/clock.ts'
import {
  DocumentUnreadable,
  type Documents,
  type ExtractedText,
  type Requester,
} from '#platform/documents/index.ts'
import type { EventSource } from '#http/stream.ts'
import { Problem, type Issue } from '#problem.ts'
import type { PreparedFile, QuestionFile } from './files.ts'
import { finding, refuse, unreadable } from './refusals.ts'
import { withRecognized, type Upload } from './recognized.ts'
import { check, type AttachmentLimits, type Checked, type Refusal } from './rules.ts'
import { openScanRoom } from './scan-room.ts'
import { readScan } from './scans.ts'

interface PreparingHow {
  readonly images: boolean
  readonly requiresText?: boolean | undefined
  /** Files of the question that this one replaces: recognised text of the same file is used again. */
  readonly earlier?: readonly QuestionFile[] | undefined
}

export interface AttachmentsService {
  /**
   * Checks, parses and stores the attachments of a prompt; stores nothing when one is rejected. Parsing stops when the
   * client disconnects. Calls `storing` with each key before its bytes are stored; nothing is being stored any more when it
   * throws.
   * @throws Problem ATTACHMENT_REFUSED with an issue (`attachments.0.mime_type` …) per finding; TOO_MANY_DOCUMENTS;
   *   with `requiresText`, ATTACHMENT_WITHOUT_TEXT with an issue per page (`attachments.0.pages.2`) or file without text
   */
  prepare(
    uploads: readonly AttachmentUpload[],
    how: PreparingHow,
    requester: Requester,
    storing: (key: string) => void,
  ): Promise<PreparedFile[]>
  /**
   * Recognises the text of a scan or picture; its events are those of the contract. Ends when the requester leaves.
   * @throws Problem ATTACHMENT_REFUSED, RECOGNITION_UNAVAILABLE, TOO_MANY_DOCUMENTS, SERVER_BUSY
   */
  readText(upload: AttachmentUpload, requester: Requester): EventSource
  /** Reads a file as `prepare` does, and stores nothing. @throws Problem as `prepare` */
  read(upload: AttachmentUpload, model: { images: boolean }, requester: Requester): Promise<FileText>
  /**
   * Copies the files of an earlier question, bytes included; skips those whose bytes are deleted. A model without image
   * input gets only the names of pictures. Calls `storing` as `prepare` does.
   */
  again(
    files: readonly QuestionFile[],
    model: { images: boolean },
    storing: (key: string) => void,
  ): Promise<PreparedFile[]>
  /** Stores the pictures among files of an imported question and leaves out the others. Calls `storing` as `prepare` does. */
  keepPictures(
    uploads: readonly AttachmentUpload[],
    created: Date,
    storing: (key: string) => void,
  ): Promise<QuestionFile[]>
  /** Deletes the bytes of a file whose question was not stored. */
  remove(key: string): Promise<void>
}

/** Base64 length above which checking blocks the event loop noticeably. */
const LARGE = 1_000_000

/** Limit on the text of all files of one question: about half a million tokens. A document may have more. */
const MAX_TEXT = 2_000_000

/** Pages without text that a refusal names, of each file. */
const MAX_PAGES = 100

interface AttachmentsDeps {
  readonly blobs: Blobs
  readonly documents: Documents
  readonly clock: Clock
  readonly limits: AttachmentLimits
  /** Memory for scans that wait for text recognition. */
  readonly scanBytes: number
}

export function attachmentsService(deps: AttachmentsDeps): AttachmentsService {
  const room = openScanRoom(deps.scanBytes)
  return {
    async prepare(sent, how, requester, storing) {
      if (sent.length === 0) return []
      const uploads = await withRecognized(deps.blobs, sent, how.earlier)
      const { checked, texts } = await readAll(deps, uploads, how, requester)
      if (how.requiresText) requireText(uploads, texts)
      const stored = within(texts).map((read, index) => {
        const key = newBlobKey()
        storing(key)
        const { timestamp, recognized } = uploads[index] ?? {}
        return store(deps, key, checked[index] as Checked, {
          timestamp,
          read,
          confidence: recognized?.confidence ?? null,
        })
      })
      await Promise.allSettled(stored)
      return Promise.all(stored)
    },
    async read(upload, model, requester) {
      const [text] = (await readAll(deps, [{ ...upload, recognized: undefined }], model, requester)).texts
      const { hasText = true, pagesWithoutText = [], hasScans = false } = text ?? {}
      return { hasText, pagesWithoutText: [...pagesWithoutText], hasScans }
    },
    readText: (upload, requester) => readScan({ ...deps, room }, upload, requester),
    async again(files, { images }, storing) {
      const stored: PreparedFile[] = []
      // One after the other, so that only one document is in memory.
      for (const file of files) {
        const again = await storeAgain(deps.blobs, file, images, storing)
        if (again) stored.push(again)
      }
      return stored
    },
    async keepPictures(uploads, created, storing) {
      const kept: QuestionFile[] = []
      // One after the other, so that only one is decoded.
      for (const upload of uploads) {
        const [file] = await checkEach([{ ...upload, recognized: undefined }], { images: true }, deps.limits)
        if (!file || Array.isArray(file) || !file.picture) continue
        const key = newBlobKey()
        storing(key)
        const nothingRead = { text: null, readCharacters: null }
        const how = { timestamp: undefined, read: nothingRead, confidence: null }
        const { stored } = await store(deps, key, file, how)
        kept.push({ ...stored, created })
      }
      return kept
    },
    remove: (key) => deps.blobs.remove(key),
  }
}

/** Checks and reads files. @throws Problem ATTACHMENT_REFUSED, TOO_MANY_DOCUMENTS */
async function readAll(
  { limits, documents }: AttachmentsDeps,
  uploads: readonly Upload[],
  model: { images: boolean },
  requester: Requester,
): Promise<{ checked: Checked[]; texts: (ExtractedText | null)[] }> {
  const results = await checkEach(uploads, model, limits)
  refuse(
    uploads,
    results.map((result) => (Array.isArray(result) ? result.map((what) => finding(what, limits)) : [])),
  )
  const checked = results as Checked[]
  const texts = await textsOf(checked, { uploads, documents }, requester)
  refuse(
    uploads,
    texts.map((text) => (text instanceof DocumentUnreadable ? [unreadable(text)] : [])),
  )
  return { checked, texts: texts as (ExtractedText | null)[] }
}

/** Decodes and checks one file after the other: ten large files at once would block other requests. */
async function checkEach(uploads: readonly Upload[], model: { images: boolean }, limits: AttachmentLimits) {
  const results: (Checked | Refusal[])[] = []
  for (const upload of uploads) {
    results.push(check(upload, model, limits))
    if (upload.base64.length > LARGE) await nextTurn()
  }
  return results
}

/** The text of a file, or its first characters. */
interface Read {
  readonly text: string | null
  /** Null when the text is complete. */
  readonly readCharacters: number | null
}

/** Truncates the texts of one question to what any model can read. */
function within(texts: readonly (ExtractedText | null)[]): Read[] {
  let left = MAX_TEXT
  return texts.map((extracted) => {
    if (extracted === null) return { text: null, readCharacters: null }
    const whole = extracted.text
    const text = cutText(whole, left)
    left -= text.length
    return { text, readCharacters: text.length < whole.length ? text.length : null }
  })
}

/** @throws Problem ATTACHMENT_WITHOUT_TEXT if a model would not get all pages of a file */
function requireText(uploads: readonly Upload[], texts: readonly (ExtractedText | null)[]): void {
  const message = 'no text, probably a scan'
  const issues = texts.flatMap((text, index): Issue[] => {
    const path = `attachments.${index}`
    if (text?.hasText === false) return [{ path: `${path}.text`, message }]
    const pages = (text?.pagesWithoutText ?? []).slice(0, MAX_PAGES)
    return pages.map((page) => ({ path: `${path}.pages.${page}`, message }))
  })
  if (issues.length === 0) return
  const names = uploads
    .filter((_, index) => issues.some(({ path }) => path.startsWith(`attachments.${index}.`)))
    .map((upload) => cutText(upload.name, 100))
  throw new Problem('ATTACHMENT_WITHOUT_TEXT', { names: names.join(', ') }, { issues })
}

/** Extracts the texts: null for a picture, the error for an unreadable file. Any other error cancels the rest. */
async function textsOf(
  files: readonly Checked[],
  { uploads, documents }: { uploads: readonly Upload[]; documents: Documents },
  requester: Requester,
): Promise<(ExtractedText | null | DocumentUnreadable)[]> {
  const failed = new AbortController()
  const gone = requester.gone ? AbortSignal.any([requester.gone, failed.signal]) : failed.signal
  try {
    return await Promise.all(
      files.map((file, index) => textOf(file, { upload: uploads[index], documents }, { ...requester, gone })),
    )
  } catch (error) {
    failed.abort()
    throw error
  }
}

async function textOf(
  file: Checked,
  { upload, documents }: { upload: Upload | undefined; documents: Documents },
  requester: Requester,
): Promise<ExtractedText | null | DocumentUnreadable> {
  const recognized = upload?.recognized
  if (recognized) return { text: recognized.text, hasText: true, pagesWithoutText: [] }
  if (file.picture) return null
  try {
    const extracted = await documents.extract(file, requester)
    return { ...extracted, text: extracted.text.replaceAll('\0', '') }
  } catch (error) {
    if (error instanceof DocumentUnreadable) return error
    throw error
  }
}

async function store(
  deps: AttachmentsDeps,
  blob: string,
  file: Checked,
  { timestamp, read, confidence }: { timestamp: number | undefined; read: Read; confidence: number | null },
): Promise<PreparedFile> {
  const { text, readCharacters } = read
  await deps.blobs.put(blob, file.bytes)
  const created =
    timestamp === undefined ? deps.clock.now() : new Date(Math.min(timestamp, 253_402_300_799) * 1_000)
  const { name, mimeType, bytes, picture } = file
  return {
    stored: { name, mimeType, size: bytes.length, blob, text, readCharacters, confidence, created },
    forPrompt: picture
      ? { name, mimeType, base64: bytes.toString('base64') }
      : { name, mimeType, ...(text ? { text } : {}) },
  }
}

async function storeAgain(
  blobs: Blobs,
  file: QuestionFile,
  images: boolean,
  storing: (key: string) => void,
): Promise<PreparedFile | undefined> {
  const bytes = await blobs.find(file.blob)
  if (!bytes) return undefined
  const blob = newBlobKey()
  storing(blob)
  await blobs.put(blob, bytes)
  const { name, mimeType, text } = file
  const forPrompt = text === null ? picture({ name, mimeType }, bytes, images) : { name, mimeType, text }
  return { stored: { ...file, blob }, forPrompt }
}

function picture(named: { name: string; mimeType: string }, bytes: Uint8Array, images: boolean) {
  return images ? { ...named, base64: Buffer.from(bytes).toString('base64') } : named
}
