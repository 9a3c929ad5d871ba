import { access, constants, mkdir, open, opendir, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Problem } from '#problem.ts'
import type { BlobStore } from './blobs.ts'
import { isBlobKey, MARK_TEXT, nameOfMark } from './key.ts'

const PIECE_BYTES = 131_072

/** Stores blobs as files, two folders deep. Writes are atomic and synced to disk. */
export function openDiskBlobs(folder: string, guardWrite: () => void = () => undefined): BlobStore {
  const pathOf = (key: string) => {
    if (!isBlobKey(key)) throw new TypeError(`not a blob key: ${key.length} characters`)
    return join(folder, key.slice(0, 2), key.slice(2, 4), key)
  }
  return {
    place: `the folder ${folder}`,
    settings: 'POLYLOGUE_DATA_DIR',
    async reach() {
      try {
        await access(folder, constants.R_OK | constants.W_OK | constants.X_OK)
      } catch (error) {
        // The folder is created with the first blob.
        if (codeOf(error) !== 'ENOENT') throw error
      }
    },
    nameOfMark,
    async hasMark(id) {
      try {
        return (await stat(join(folder, nameOfMark(id)))).isFile()
      } catch (error) {
        if (codeOf(error) === 'ENOENT') return false
        throw error
      }
    },
    mark: (id) => store(join(folder, nameOfMark(id)), Buffer.from(MARK_TEXT)),
    unmark: (id) => rm(join(folder, nameOfMark(id)), { force: true }),
    async put(key, bytes) {
      guardWrite()
      await store(pathOf(key), bytes)
    },
    async find(key) {
      try {
        return await readFile(pathOf(key))
      } catch (error) {
        if (codeOf(error) === 'ENOENT') return undefined
        throw error
      }
    },
    async open(key) {
      const path = pathOf(key)
      try {
        return { size: (await stat(path)).size, bytes: piecesOf(path) }
      } catch (error) {
        if (codeOf(error) === 'ENOENT') return undefined
        throw error
      }
    },
    remove: (key) => rm(pathOf(key), { force: true }),
    async *keys() {
      for await (const name of fileNames(folder)) if (isBlobKey(name)) yield name
    },
  }
}

/** Opens the file on the first read, so that an unused iteration leaves nothing open. */
async function* piecesOf(path: string): AsyncGenerator<Uint8Array> {
  await using file = await open(path, 'r')
  for (;;) {
    const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(PIECE_BYTES), 0, PIECE_BYTES)
    if (bytesRead === 0) return
    yield buffer.subarray(0, bytesRead)
  }
}

async function* fileNames(folder: string): AsyncGenerator<string> {
  try {
    for await (const item of await opendir(folder, { recursive: true })) if (item.isFile()) yield item.name
  } catch (error) {
    // The folder is created with the first blob.
    if (codeOf(error) !== 'ENOENT') throw error
  }
}

/** Stores a file as a whole, or not at all. */
async function store(path: string, bytes: Uint8Array): Promise<void> {
  try {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    await write(`${path}.part`, bytes)
    await rename(`${path}.part`, path)
    await syncFolder(dirname(path))
  } catch (error) {
    await rm(`${path}.part`, { force: true })
    if (isFull(error)) throw new Problem('STORAGE_FULL', {}, { cause: error })
    throw error
  }
}

async function write(path: string, bytes: Uint8Array): Promise<void> {
  await using file = await open(path, 'w', 0o600)
  await file.writeFile(bytes)
  await file.sync()
}

async function syncFolder(path: string): Promise<void> {
  await using folder = await open(path, 'r')
  await folder.sync()
}

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException | undefined)?.code
const isFull = (error: unknown) => codeOf(error) === 'ENOSPC' || codeOf(error) === 'EDQUOT'
