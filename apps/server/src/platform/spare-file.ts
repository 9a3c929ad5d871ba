// Keeps data that the database cannot take now, in a file whose space was taken in advance: a full disk has room for it.
import { createHash } from 'node:crypto'
import { mkdir, open, readdir, readFile, rm, writeFile, type FileHandle } from 'node:fs/promises'
import { join, parse } from 'node:path'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'

/** Bytes taken in advance. Texts become a third of their size. */
const ROOM_BYTES = 4_000_000
const HASH_BYTES = 32
const HEAD_BYTES = 8 + HASH_BYTES
const SUFFIX = '.spare'

export interface SpareFile {
  /**
   * Replaces the content. What does not fit on a full disk is left out, the largest first.
   * @returns how many items, from the smallest, are in the file
   */
  keep(items: readonly string[]): Promise<number>
  /** Empties the file and keeps its room. */
  clear(): Promise<void>
  /** Removes the file if it is empty. */
  close(): Promise<void>
}

/**
 * Creates a file in a folder.
 * @param options.owner the process whose file it is, as findSpareFiles names it
 * @param options.roomBytes bytes to take in advance; default 4 MB. Without space for them the file is created later
 */
export async function openSpareFile(options: {
  folder: string
  owner: string
  roomBytes?: number
}): Promise<SpareFile> {
  const { folder, owner, roomBytes = ROOM_BYTES } = options
  const path = join(folder, owner + SUFFIX)
  let isEmpty = true
  await mkdir(folder, { recursive: true, mode: 0o700 })
  // Zeros, not a hole: a hole takes no space.
  await writeFile(path, Buffer.alloc(roomBytes), { mode: 0o600, flush: true }).catch(() =>
    writeFile(path, '', { mode: 0o600 }).catch(() => undefined),
  )
  return {
    async keep(items) {
      isEmpty = false
      await using file = await openAgain(path)
      const bySize = items.toSorted((one, other) => one.length - other.length)
      for (let count = bySize.length; count > 0; count -= 1)
        if (await wrote(file, await packed(bySize.slice(0, count)))) return count
      return 0
    },
    async clear() {
      if (isEmpty) return
      await using file = await openAgain(path)
      await wrote(file, Buffer.alloc(HEAD_BYTES))
      isEmpty = true
    },
    async close() {
      if (isEmpty) await rm(path, { force: true })
    },
  }
}

/** The file of a process in a folder that several may share. */
export interface FoundSpareFile {
  readonly owner: string
  /** Returns what it has; a damaged one has nothing. */
  read(): Promise<readonly string[]>
  remove(): Promise<void>
}

export async function findSpareFiles(folder: string): Promise<FoundSpareFile[]> {
  const names = await readdir(folder).catch(() => [])
  return names
    .filter((name) => name.endsWith(SUFFIX))
    .map((name) => {
      const path = join(folder, name)
      return {
        owner: parse(name).name,
        read: () => unpacked(path),
        remove: () => rm(path, { force: true }),
      }
    })
}

function openAgain(path: string): Promise<FileHandle> {
  // Another server of the same folder may have taken this one for dead.
  return open(path, 'r+').catch(() => open(path, 'w', 0o600))
}

async function wrote(file: FileHandle, bytes: Buffer): Promise<boolean> {
  try {
    const { bytesWritten } = await file.write(bytes, 0, bytes.length, 0)
    await file.sync()
    // A full disk takes a part without an error.
    return bytesWritten === bytes.length
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOSPC' || code === 'EDQUOT') return false
    throw error
  }
}

async function packed(items: readonly string[]): Promise<Buffer> {
  const content = await promisify(gzip)(JSON.stringify(items), { level: 1 })
  const head = Buffer.alloc(8)
  head.writeBigUInt64LE(BigInt(content.length))
  return Buffer.concat([head, createHash('sha256').update(content).digest(), content])
}

async function unpacked(path: string): Promise<readonly string[]> {
  const bytes = await readFile(path)
  if (bytes.length < HEAD_BYTES) return []
  const content = bytes.subarray(HEAD_BYTES, HEAD_BYTES + Number(bytes.readBigUInt64LE()))
  const hash = createHash('sha256').update(content).digest()
  if (content.length === 0 || !hash.equals(bytes.subarray(8, HEAD_BYTES))) return []
  return JSON.parse((await promisify(gunzip)(content)).toString()) as string[]
}
