// Reads ZIP files in place: an export with pictures has gigabytes, of which only what is asked for comes into memory.
import { BlobReader, configure, ZipReader, type FileEntry } from '@zip.js/zip.js/lib/zip-core.js'
import { WrongFile } from './formats.ts'

/** A file of a ZIP file. */
export interface ZipEntry {
  readonly name: string
  /** Bytes when unpacked, as the ZIP file says. */
  readonly size: number
  /** Returns its bytes, unpacked; the stream fails where the file is damaged. @throws WrongFile */
  stream(): Promise<ReadableStream<Uint8Array>>
}

/** The browser unpacks; this already runs in a worker. A changed byte is an error at the end of its file. */
const OPTIONS = { useWebWorkers: false, useCompressionStream: true, checkSignature: true }
/** Files and folders: the list of more would not fit into memory. */
const MOST_ENTRIES = 300_000
// A list is read while its pictures are, and each takes one of these; by default there are as many as the machine has cores.
configure({ maxWorkers: 8 })

const STORED = 0
const DEFLATED = 8

/** Returns the files of a ZIP file. @throws WrongFile for one that is damaged */
export async function entriesOf(file: Blob): Promise<ZipEntry[]> {
  const entries: ZipEntry[] = []
  let count = 0
  try {
    for await (const entry of new ZipReader(new BlobReader(file), OPTIONS).getEntriesGenerator()) {
      count += 1
      if (count > MOST_ENTRIES) throw new WrongFile('zip')
      if (!entry.directory) entries.push(zipEntry(entry))
    }
  } catch {
    throw new WrongFile('zip')
  }
  return entries
}

const zipEntry = (entry: FileEntry): ZipEntry => ({
  name: entry.filename,
  size: entry.uncompressedSize,
  async stream() {
    const { encrypted, compressionMethod: method } = entry
    if (encrypted || (method !== STORED && method !== DEFLATED)) throw new WrongFile('zip')
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
    // What fails before the first byte leaves the stream open otherwise.
    entry.getData(writable).catch((error: unknown) => writable.abort(error).catch(() => undefined))
    return readable
  },
})
