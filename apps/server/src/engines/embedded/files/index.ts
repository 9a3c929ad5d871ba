// The model files of the embedded engine: what may be fetched, what lies in the folder, and whether it may be loaded.
import { join } from 'node:path'
import type { Outbound } from '../../../platform/outbound/index.ts'
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
  /** What may be fetched, which of it is there, and the memory of this machine: `Engine.catalogue`. */
  offer(signal: AbortSignal): Promise<Offer>
  /**
   * The files that are there, put in by hand or fetched, by name. One that does not pass the check is left out and logged
   * once. @throws EngineError internal when the folder cannot be read
   */
  list(signal: AbortSignal): Promise<readonly ModelFile[]>
  /** @throws EngineError not-found; bad-request with a reason for people when the file does not pass the check. */
  find(name: string, signal: AbortSignal): Promise<ModelFile>
  /**
   * Fetches an entry of the catalogue: resumed where it broke off, and compared with its checksum. Tells nothing for one
   * that is there. @throws EngineError not-found for a name that is neither there nor in the catalogue; busy while it is
   * fetched already; unreachable, timeout, broken-stream, rate-limited, bad-request with a reason; the reason of `signal`
   */
  fetch(name: string, signal: AbortSignal): AsyncIterable<EngineProgress>
  /** Removes a model's file and what was fetched of it. One that is already gone is no error. */
  remove(name: string, signal: AbortSignal): Promise<void>
}

export interface ModelFilesGiven {
  /** Where the files lie, as an absolute path; made when it is missing. */
  readonly folder: string
  readonly catalogue: readonly CatalogueEntry[]
  readonly outbound: Pick<Outbound, 'download'>
  readonly log: FolderLog
  /** Bytes of the disk that fetching leaves alone; 500 MB or 10 % of the disk, whichever is less, unless told. */
  readonly keepFreeBytes?: number | undefined
  /** For tests: milliseconds without a byte after which a fetch has failed. */
  readonly idleMs?: number
}

const IDLE_MS = 60_000
const KEEP_FREE_BYTES = 500_000_000
const KEEP_FREE_SHARE = 0.1

/** Opens the models folder. Nothing is read before it is asked for. */
export function openModelFiles(given: ModelFilesGiven): ModelFiles {
  const { catalogue, keepFreeBytes } = given
  const folder = openFolder(given)
  const fetchGiven = {
    ...given,
    idleMs: given.idleMs ?? IDLE_MS,
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
      yield* fetchModel(fetchGiven, entry, signal)
    },
    async remove(name, signal) {
      await folder.remove(name, signal)
      const fileName = fetchedInto(name)
      if (fileName !== undefined) await removePart(join(given.folder, fileName))
    },
  }
}

/** The file that a model is fetched into, if it may be in the catalogue or may have been. */
function fetchedInto(name: string): string | undefined {
  const at = name.lastIndexOf(':')
  const fileName = fileNameOf({ family: name.slice(0, Math.max(0, at)), tag: name.slice(at + 1) })
  return nameOfFile(fileName)?.name === name ? fileName : undefined
}

/** An entry as people see it: where it lies and its checksum are nobody's business. */
function offered(entry: CatalogueEntry, present: boolean): OfferedModel {
  const { name, family, tag, title, parameters, licence } = entry
  const { sizeBytes, memoryBytes, contextLength, capabilities } = entry
  const about = { name, family, tag, title, parameters, licence }
  return { ...about, sizeBytes, memoryBytes, contextLength, capabilities, present }
}
