// The models folder: lists its files, derives model names, and decides which files may be loaded.
import { cutText } from '@polylogue/contract'
import { mkdir, open, readdir, realpath, stat, unlink, type FileHandle } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { EngineError } from '../../engine.ts'
import type { CatalogueEntry } from './catalogue.ts'
import { GgufError, type ByteSource } from './gguf-bytes.ts'
import { readModel, type GgufModel } from './gguf-model.ts'
import type { ModelFile } from './model-file.ts'
import { estimateMemory } from './memory.ts'
import { fileNameOf, isModelFileName, nameOfFile, type ModelName } from './names.ts'

/** A folder with more files than this is not a models folder. */
const MAX_FILES = 1_000

export interface Folder {
  list(signal: AbortSignal): Promise<readonly ModelFile[]>
  /** @throws EngineError not-found, bad-request */
  find(name: string, signal: AbortSignal): Promise<ModelFile>
  /** Removes the file of a model, whatever its content. */
  remove(name: string, signal: AbortSignal): Promise<void>
}

/** Receives the files that are left out, with the reason. */
export interface FolderLog {
  warn(facts: object, message: string): void
}

interface FolderDeps {
  readonly folder: string
  readonly catalogue: readonly CatalogueEntry[]
  readonly log: FolderLog
}

/** A file of the folder: a valid model, or the reason why it is not one. */
interface FolderEntry extends ModelName {
  readonly fileName: string
  readonly model?: ModelFile
  readonly reason?: string
}

/** Cached header of a file, valid while the file does not change. */
interface Known {
  readonly stamp: string
  readonly sizeBytes: number
  readonly model?: GgufModel
  readonly reason?: string
}

export function openFolder(deps: FolderDeps): Folder {
  const { folder, log } = deps
  const known = new Map<string, Known>()
  const logged = new Map<string, string>()
  const leftOut = (fileName: string, reason: string) => {
    if (logged.get(fileName) === reason) return
    logged.set(fileName, reason)
    log.warn({ file: fileName, reason }, 'a file in the models folder is left out')
  }
  const scan = async (signal: AbortSignal): Promise<FolderEntry[]> => {
    const found = new Map<string, FolderEntry>()
    const names = await fileNames(folder)
    const home = await realpath(folder)
    for (const fileName of names) {
      signal.throwIfAborted()
      const name = nameOfFile(fileName)
      if (!name) {
        leftOut(fileName, 'its name may have letters, digits and “.”, “_”, “-”, “+”, “:” only')
        continue
      }
      if (found.has(name.name)) {
        leftOut(fileName, `there is another file of the model ${name.name}`)
        continue
      }
      const state = await checked(join(folder, fileName), known.get(fileName), home, signal)
      if (!state) continue
      known.set(fileName, state)
      if (state.reason === undefined) logged.delete(fileName)
      else leftOut(fileName, state.reason)
      found.set(name.name, { ...name, fileName, ...describe(deps, name, fileName, state) })
    }
    for (const map of [known, logged]) for (const key of map.keys()) if (!names.includes(key)) map.delete(key)
    return [...found.values()]
  }
  return {
    async list(signal) {
      return (await scan(signal)).flatMap(({ model }) => model ?? [])
    },
    async find(name, signal) {
      const found = (await scan(signal)).find((one) => one.name === name)
      if (!found) throw new EngineError('not-found', `${name} is not in the models folder`)
      if (found.model) return found.model
      const reason = cutText(`the file ${found.fileName} ${found.reason ?? ''}`, 200)
      throw new EngineError('bad-request', `${name} did not pass the check: ${found.reason ?? ''}`, {
        reason,
      })
    },
    async remove(name, signal) {
      const fileName = (await scan(signal)).find((one) => one.name === name)?.fileName
      if (fileName !== undefined) await unlinkIfThere(join(folder, fileName))
    },
  }
}

/** Lists the file names and creates the folder if it is missing. @throws EngineError internal when it cannot be read */
async function fileNames(folder: string): Promise<string[]> {
  try {
    await mkdir(folder, { recursive: true })
    const entries = await readdir(folder, { withFileTypes: true })
    return entries
      .filter((entry) => isModelFileName(entry.name) && (entry.isFile() || entry.isSymbolicLink()))
      .map(({ name }) => name)
      .sort()
      .slice(0, MAX_FILES)
  } catch (error) {
    throw new EngineError('internal', 'the models folder cannot be read', { cause: error })
  }
}

/** Reads and checks a file, or returns the cached result while it is unchanged; undefined when it was removed meanwhile. */
async function checked(
  path: string,
  before: Known | undefined,
  home: string,
  signal: AbortSignal,
): Promise<Known | undefined> {
  let sizeBytes = 0
  let stamp = ''
  try {
    const leadsTo = await realpath(path)
    if (!leadsTo.startsWith(home + sep)) throw new GgufError('is a link that leads out of the folder')
    const about = await stat(leadsTo)
    const { size, mtimeMs, ino } = about
    // Opening something that is not a regular file, such as a pipe, could block for ever.
    if (!about.isFile()) throw new GgufError('is no file')
    sizeBytes = size
    stamp = `${ino} ${size} ${mtimeMs}`
    if (before?.stamp === stamp) return before
    return { stamp, sizeBytes, model: await readFile(leadsTo, size, signal) }
  } catch (error) {
    if (signal.aborted) throw signal.reason
    if (error instanceof GgufError) return { stamp, sizeBytes, reason: error.reason }
    const { code } = error as NodeJS.ErrnoException
    if (code === undefined) throw error
    return code === 'ENOENT' ? undefined : { stamp: '', sizeBytes, reason: `cannot be read (${code})` }
  }
}

/** Checks the header of a file of `size` bytes. @throws GgufError */
export async function readFile(path: string, size: number, signal: AbortSignal): Promise<GgufModel> {
  const file = await open(path, 'r')
  try {
    return await readModel(sourceOf(file, size), signal)
  } finally {
    await file.close()
  }
}

/** Adapts a file to the ByteSource of the header check. */
function sourceOf(file: FileHandle, size: number): ByteSource {
  return {
    size,
    async read(position, length) {
      const buffer = new Uint8Array(Math.min(length, Math.max(0, size - position)))
      let done = 0
      while (done < buffer.length) {
        const { bytesRead } = await file.read(buffer, done, buffer.length - done, position + done)
        if (bytesRead === 0) break
        done += bytesRead
      }
      return buffer.subarray(0, done)
    },
  }
}

function describe(
  { folder, catalogue }: FolderDeps,
  name: ModelName,
  fileName: string,
  { model, reason, sizeBytes }: Known,
): Pick<FolderEntry, 'model' | 'reason'> {
  if (!model) return { reason: reason ?? '' }
  const entry = catalogue.find((one) => fileNameOf(one) === fileName)
  return {
    model: {
      ...name,
      path: join(folder, fileName),
      sizeBytes,
      contextLength: model.contextLength,
      embeddings: model.embeddings,
      // The catalogue states it for its entries; otherwise the template only suggests it.
      thinking: entry ? entry.capabilities.includes('thinking') : model.thinking,
      tools: entry ? entry.capabilities.includes('tools') : model.tools,
      memoryBytes: estimateMemory(sizeBytes, model.bytesPerToken),
      bytesPerToken: model.bytesPerToken,
    },
  }
}

export async function unlinkIfThere(path: string): Promise<void> {
  try {
    await unlink(path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
}
