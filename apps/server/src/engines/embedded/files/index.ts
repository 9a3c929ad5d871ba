// The model files of the embedded engine: what can be downloaded, what is in the folder, and what may be loaded.
import { join } from 'node:path'
import type { Outbound } from '#platform/outbound/index.ts'
import { EngineError, type EngineProgress, type Offer, type OfferedModel } from '../../engine.ts'
import type { CatalogueEntry } from './catalogue.ts'
import { fetchModel } from './fetching.ts'
import { openFolder, type FolderLog } from './folder.ts'
import { machineMemory } from './memory.ts'
import { fileNameOf, nameOfFile } from './names.ts'
import type { ModelFile } from './model-file.ts'
import { removePart } from './part-file.ts'

export { mergeCatalogue, type CatalogueEntry } from './catalogue.ts'
export { estimateMemory } from './memory.ts'
export type { ModelFile } from './model-file.ts'

export interface ModelFiles {
  /** Returns the downloadable models, which of them are present, and the memory of this machine: `Engine.catalogue`. */
  offer(signal: AbortSignal): Promise<Offer>
  /**
   * Lists the files in the folder by name, copied there by hand or downloaded. Leaves out invalid files and logs each once.
   * @throws EngineError internal when the folder cannot be read
   */
  list(signal: AbortSignal): Promise<readonly ModelFile[]>
  /** @throws EngineError not-found; bad-request with a reason for users when the file fails the check. */
  find(name: string, signal: AbortSignal): Promise<ModelFile>
  /**
   * Downloads an entry of the catalogue: resumes it and compares the checksum. Yields nothing if the file is already there.
   * @throws EngineError not-found for an unknown name; busy while another download of it runs;
   * unreachable, timeout, broken-stream, rate-limited, bad-request with a reason; the reason of `signal`
   */
  fetch(name: string, signal: AbortSignal): AsyncIterable<EngineProgress>
  /** Removes a model's file and its partial download. A file that is already gone is not an error. */
  remove(name: string, signal: AbortSignal): Promise<void>
}

export interface ModelFilesDeps {
  /** Absolute path of the folder; created if missing. */
  readonly folder: string
  readonly catalogue: readonly CatalogueEntry[]
  readonly outbound: Pick<Outbound, 'download'>
  readonly log: FolderLog
  /** Bytes of disk space that downloads leave free; default: 500 MB or 10 % of the disk, whichever is less. */
  readonly keepFreeBytes?: number | undefined
  /** For tests: milliseconds without a byte after which a download fails. */
  readonly idleMs?: number
}

const IDLE_MS = 60_000
const KEEP_FREE_BYTES = 500_000_000
const KEEP_FREE_SHARE = 0.1

/** Opens the models folder. Reads nothing until the first call. */
export function openModelFiles(deps: ModelFilesDeps): ModelFiles {
  const { catalogue, keepFreeBytes } = deps
  const folder = openFolder(deps)
  const fetchDeps = {
    ...deps,
    idleMs: deps.idleMs ?? IDLE_MS,
    keepFreeBytes: (total: number) =>
      keepFreeBytes ?? Math.min(KEEP_FREE_BYTES, Math.floor(total * KEEP_FREE_SHARE)),
  }
  const entryOf = (name: string) => catalogue.find((entry) => entry.name === name)
  return {
    async offer(signal) {
      const there = new Set((await folder.list(signal)).map(({ name }) => name))
      const models = catalogue.map((entry) => offered(entry, there.has(entry.name)))
      return { models, machineMemoryBytes: machineMemory() }
    },
    list: (signal) => folder.list(signal),
    find: (name, signal) => folder.find(name, signal),
    async *fetch(name, signal) {
      if ((await folder.list(signal)).some((file) => file.name === name)) return
      const entry = entryOf(name)
      if (!entry)
        throw new EngineError('not-found', `${name} is neither in the models folder nor in the catalogue`)
      yield* fetchModel(fetchDeps, entry, signal)
    },
    async remove(name, signal) {
      await folder.remove(name, signal)
      const fileName = fetchedInto(name)
      if (fileName !== undefined) await removePart(join(deps.folder, fileName))
    },
  }
}

/** Returns the file that a model of the catalogue is downloaded into, including models of earlier catalogues. */
function fetchedInto(name: string): string | undefined {
  const at = name.lastIndexOf(':')
  const fileName = fileNameOf({ family: name.slice(0, Math.max(0, at)), tag: name.slice(at + 1) })
  return nameOfFile(fileName)?.name === name ? fileName : undefined
}

/** Returns an entry without its address and checksum, which users do not need. */
function offered(entry: CatalogueEntry, present: boolean): OfferedModel {
  const { name, family, tag, title, parameters, licence } = entry
  const { sizeBytes, memoryBytes, contextLength, capabilities } = entry
  const about = { name, family, tag, title, parameters, licence }
  return { ...about, sizeBytes, memoryBytes, contextLength, capabilities, present }
}
