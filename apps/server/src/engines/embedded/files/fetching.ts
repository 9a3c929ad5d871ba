// Downloads a model of the catalogue: resumes a partial download, keeps disk space free, and moves the file into place only
// when size and checksum match the catalogue.
import { statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { Download, Outbound } from '#platform/outbound/index.ts'
import { EngineError, type EngineProgress } from '../../engine.ts'
import type { CatalogueEntry } from './catalogue.ts'
import { fetchError, notTheFile, Refused, spaceRefusal } from './fetch-errors.ts'
import { readFile } from './folder.ts'
import { GgufError } from './gguf-bytes.ts'
import { DEAD_AFTER_MS, takeLock, type FileLock } from './lock.ts'
import { fileNameOf } from './names.ts'
import { PartFile, partOf, removePart } from './part-file.ts'
import { answerOf, resumeHeaders, type Begun } from './resuming.ts'

export interface FetchDeps {
  readonly folder: string
  readonly outbound: Pick<Outbound, 'download'>
  /** Bytes of disk space that stay free. */
  readonly keepFreeBytes: (totalBytes: number) => number
  /** Milliseconds without a byte after which a download fails. */
  readonly idleMs: number
}

const TELL_EVERY_MS = 250
const LOOK_AT_SPACE_EVERY = 64 * 1024 * 1024

/** Downloads an entry into the folder. @throws EngineError, the reason of `signal` */
export async function* fetchModel(
  deps: FetchDeps,
  entry: CatalogueEntry,
  signal: AbortSignal,
): AsyncGenerator<EngineProgress> {
  const path = join(deps.folder, fileNameOf(entry))
  const lock = await takeLock(partOf(path)).catch((error: unknown) => {
    throw fetchError(error, entry)
  })
  if (!lock) {
    const more = { retryAfterMs: DEAD_AFTER_MS, reason: 'it is being fetched by another process' }
    throw new EngineError('busy', `${entry.name} is being fetched by another process`, more)
  }
  let part: PartFile | undefined
  try {
    part = await PartFile.open(partOf(path))
    yield* paced(catchUp(part, entry, signal))
    yield* paced(receive(deps, entry, part, signal))
    yield { state: 'checking', done: part.size, total: part.size }
    await finish(entry, part, { path, lock, signal })
  } catch (error) {
    if (signal.aborted) throw signal.reason
    if (error instanceof Refused && error.dropsPart) await removePart(path)
    throw fetchError(error, entry)
  } finally {
    await part?.close()
    await lock.release()
  }
}

async function* catchUp(
  part: PartFile,
  { sizeBytes, sha256 }: CatalogueEntry,
  signal: AbortSignal,
): AsyncGenerator<EngineProgress> {
  const note = await part.readNote()
  const isOther = note !== undefined && note.sha256 !== sha256
  if (isOther || part.size > (sizeBytes ?? Infinity)) await part.restart()
  const total = part.size
  for await (const done of part.catchUp(signal)) yield { state: 'checking', done, total }
}

/** Receives the missing bytes. Starts again from zero when the server's response does not continue the partial file. */
async function* receive(
  deps: FetchDeps,
  entry: CatalogueEntry,
  part: PartFile,
  signal: AbortSignal,
): AsyncGenerator<EngineProgress> {
  if (part.size > 0 && part.size === entry.sizeBytes) return
  const download = await begin(deps, entry, part, signal)
  if (!download) return
  try {
    const { totalBytes } = download
    await checkSpace(deps, (totalBytes ?? part.size) - part.size)
    const total = totalBytes ?? 0
    yield { state: 'fetching', done: part.size, total }
    let looked = part.size
    let isChecked = part.size >= 4
    for await (const chunk of download.body as AsyncIterable<Buffer>) {
      if (totalBytes !== undefined && part.size + chunk.length > totalBytes)
        throw notTheFile('it is longer than it was said to be')
      await part.append(chunk)
      if (!isChecked && part.size >= 4) {
        isChecked = true
        if ((await part.head(4)) !== 'GGUF') throw notTheFile('it is no GGUF file')
      }
      if (part.size - looked >= LOOK_AT_SPACE_EVERY) {
        looked = part.size
        await checkSpace(deps, Math.max(0, total - part.size))
      }
      yield { state: 'fetching', done: part.size, total }
    }
    if (totalBytes !== undefined && part.size < totalBytes)
      throw new EngineError('broken-stream', `${entry.name}: the connection ended early`, {
        reason: 'the connection was lost before the download was complete',
      })
  } finally {
    await download.close()
  }
}

/**
 * Requests the missing bytes, and the whole file when the server cannot resume. Returns undefined when nothing is missing.
 */
async function begin(
  { outbound, idleMs }: FetchDeps,
  entry: CatalogueEntry,
  part: PartFile,
  signal: AbortSignal,
): Promise<(Download & { readonly totalBytes: number | undefined }) | undefined> {
  for (;;) {
    const note = await part.readNote()
    const known = note?.address === entry.address ? note : undefined
    const download = await outbound.download(entry.address, {
      headers: resumeHeaders(part.size, known),
      idleMs,
      trusted: entry.configured,
      signal,
    })
    try {
      const answer = answerOf(download, part.size, known)
      if ('totalBytes' in answer) return { ...download, totalBytes: await take(entry, part, answer) }
      await download.close()
      if (answer.use === 'complete') return undefined
      await part.restart()
    } catch (error) {
      await download.close()
      throw error
    }
  }
}

/** Prepares the partial file for a response and returns the size of the whole file. */
async function take(entry: CatalogueEntry, part: PartFile, answer: Begun): Promise<number | undefined> {
  const { address, sha256, sizeBytes } = entry
  const { totalBytes, etag, modified } = answer
  if (sizeBytes !== undefined && totalBytes !== undefined && totalBytes !== sizeBytes)
    throw notTheFile(`it has ${totalBytes} bytes and not ${sizeBytes}`)
  if (answer.use === 'from-start') await part.restart()
  await part.writeNote({ address, sha256, etag, modified })
  return totalBytes ?? sizeBytes
}

async function checkSpace({ folder, keepFreeBytes }: FetchDeps, needed: number): Promise<void> {
  const { bavail, blocks, bsize } = await statfs(folder)
  const free = Math.max(0, bavail * bsize - keepFreeBytes(blocks * bsize))
  if (needed > free || free === 0) throw spaceRefusal(needed, free)
}

async function finish(
  entry: CatalogueEntry,
  part: PartFile,
  { path, lock, signal }: { path: string; lock: FileLock; signal: AbortSignal },
): Promise<void> {
  if (part.checksum() !== entry.sha256) throw notTheFile('its checksum is another')
  try {
    await readFile(partOf(path), part.size, signal)
  } catch (error) {
    if (error instanceof GgufError) throw notTheFile(`it ${error.reason}`)
    throw error
  }
  if (await lock.isLost()) {
    const reason = 'another process has begun to fetch it'
    throw new EngineError('busy', `${entry.name}: ${reason}`, { retryAfterMs: DEAD_AFTER_MS, reason })
  }
  await part.moveTo(path)
}

/** Throttles progress to a few events a second; always passes on the first and the last. */
async function* paced(source: AsyncIterable<EngineProgress>): AsyncGenerator<EngineProgress> {
  let last: EngineProgress | undefined
  let at = -Infinity
  for await (const progress of source) {
    last = progress
    if (performance.now() - at < TELL_EVERY_MS) continue
    at = performance.now()
    last = undefined
    yield progress
  }
  if (last) yield last
}
