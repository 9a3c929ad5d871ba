// The folder of a branding on the disk of this server. Files are written beside each other and then named by `branding.json`.
import { BRANDING_LIMITS } from '@polylogue/contract'
import { mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Problem } from '#problem.ts'
import { BRANDING_FILE, isWritten } from './rules.ts'

export interface BrandingFiles {
  /** Returns `branding.json`, cut where it is longer than one that is sent; undefined when there is none. */
  read(): Promise<string | undefined>
  /** Writes new files, then `branding.json`, then removes the files that it does not name any more. */
  write(content: string, files: ReadonlyMap<string, Buffer>, kept: ReadonlySet<string>): Promise<void>
  /** Removes `branding.json` and what the page wrote. Files of the operator stay. */
  remove(): Promise<void>
}

/** @throws Problem STORAGE_FULL, STORAGE_UNAVAILABLE */
export function openBrandingFiles(folder: string, guardWrite: () => void): BrandingFiles {
  const put = async (name: string, content: string | Buffer) => {
    const path = join(folder, name)
    try {
      await writeFile(`${path}.new`, content, { flush: true })
      await rename(`${path}.new`, path)
    } catch (error) {
      await rm(`${path}.new`, { force: true }).catch(() => undefined)
      throw error
    }
  }
  const removeUnnamed = async (kept: ReadonlySet<string>) => {
    const names = await readdir(folder).catch(whenMissing([]))
    for (const name of names)
      if (isWritten(name) && !kept.has(name)) await rm(join(folder, name), { force: true })
  }
  return {
    read: () => asProblem(() => readStart(join(folder, BRANDING_FILE)).catch(whenMissing(undefined))),
    async write(content, files, kept) {
      guardWrite()
      await asProblem(async () => {
        await mkdir(folder, { recursive: true })
        const before = new Set(await readdir(folder))
        try {
          for (const [name, bytes] of files) await put(name, bytes)
          await put(BRANDING_FILE, content)
        } catch (error) {
          // On a full disk they would take room for nothing.
          for (const name of files.keys())
            if (!before.has(name)) await rm(join(folder, name), { force: true }).catch(() => undefined)
          throw error
        }
      })
      // The change is made: what could not be removed now is removed with the next one.
      await removeUnnamed(kept).catch(() => undefined)
    },
    remove: () =>
      asProblem(async () => {
        await rm(join(folder, BRANDING_FILE), { force: true })
        await removeUnnamed(new Set())
      }),
  }
}

async function readStart(path: string): Promise<string> {
  const file = await open(path)
  try {
    const bytes = Buffer.alloc(BRANDING_LIMITS.stylesheet)
    const { bytesRead } = await file.read(bytes, 0, bytes.length, 0)
    return new TextDecoder().decode(bytes.subarray(0, bytesRead))
  } finally {
    await file.close()
  }
}

async function asProblem<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Problem) throw error
    const isFull = ['ENOSPC', 'EDQUOT'].includes(codeOf(error) ?? '')
    throw new Problem(isFull ? 'STORAGE_FULL' : 'STORAGE_UNAVAILABLE', {}, { cause: error })
  }
}

/** Returns the first folder's file with its size and time of change; undefined when none has it. */
export async function findFile(
  folders: readonly string[],
  path: string,
): Promise<{ readonly file: string; readonly size: number; readonly changed: number } | undefined> {
  for (const folder of folders) {
    const file = join(folder, path)
    const found = await stat(file).catch(whenMissing(undefined))
    if (found?.isFile()) return { file, size: found.size, changed: found.mtimeMs }
  }
  return undefined
}

const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error ? String(error.code) : undefined

function whenMissing<T>(value: T): (error: unknown) => T {
  return (error) => {
    if (['ENOENT', 'ENOTDIR'].includes(codeOf(error) ?? '')) return value
    throw error
  }
}
