// A folder of tiny models with the engine that runs them, for tests.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openLog } from '#platform/log.ts'
import { openOutbound } from '#platform/outbound/index.ts'
import { openModelFiles, type ModelFile } from '#engines/embedded/files/index.ts'
import { createEmbedded, type EmbeddedDeps } from '#engines/embedded/embedded.ts'
import { writeTinyGguf, type TinyModel } from '#engines/embedded/test/tiny-gguf.ts'

export interface TinyModels {
  readonly folder: string
  /** Everything logged so far. */
  logged(): string
  /** Writes a model file, as if copied there by hand. */
  put(name: string, model?: TinyModel): string
  open(deps?: Partial<EmbeddedDeps>): ReturnType<typeof createEmbedded>
  /** Opens the engine with a model file that skipped the check. */
  openUnchecked(file: Partial<ModelFile>, deps?: Partial<EmbeddedDeps>): ReturnType<typeof createEmbedded>
  remove(): void
}

export function tinyModels(): TinyModels {
  const folder = mkdtempSync(join(tmpdir(), 'polylogue-models-'))
  let lines = ''
  const log = openLog('debug', { write: (line) => void (lines += line) })
  const filesOf = () => openModelFiles({ folder, catalogue: [], outbound: openOutbound({ log }), log })
  const fixture: TinyModels = {
    folder,
    logged: () => lines,
    put(name, model) {
      const path = join(folder, `${name}.gguf`)
      writeTinyGguf(path, model)
      return path
    },
    open(deps = {}) {
      return createEmbedded({ files: filesOf(), log, pauseMs: 50, threads: 1, ...deps })
    },
    openUnchecked(file, deps) {
      const known = { family: 'x', tag: 'x', sizeBytes: 1, embeddings: false, thinking: false, tools: false }
      const figures = { contextLength: 4_096, memoryBytes: 1, bytesPerToken: 0, path: '' }
      const find = (name: string) => Promise.resolve({ name, ...known, ...figures, ...file })
      return fixture.open({ ...deps, files: { ...filesOf(), find } })
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
  return fixture
}

/** Lists the model processes among the children of `parent`. */
export function modelProcesses(parent = process.pid): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => factsOf(pid).parent === parent && factsOf(pid).command.includes('llama-child'))
    .map(Number)
}

function factsOf(pid: string): { parent: number; command: string } {
  try {
    const parent = /^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    return { parent: Number(parent), command: readFileSync(`/proc/${pid}/cmdline`, 'utf8') }
  } catch {
    return { parent: 0, command: '' }
  }
}
