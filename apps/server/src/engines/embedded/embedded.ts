// Runs models on this machine with llama.cpp, each in its own process. Optional: without node-llama-cpp the product runs
// without this engine.
import { availableParallelism } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import {
  type ChatEvent,
  type ChatRequest,
  type Engine,
  type EngineAbilities,
  type EngineHealth,
  type EngineModel,
  type EngineProgress,
  type Offer,
  type PromptOptionValues,
} from '../engine.ts'
import { unsupported } from '../wire/requests.ts'
import { Limits } from '../wire/limits.ts'
import { unusedOptions } from '../wire/options.ts'
import { EMBED_MS, TEXTS_PER_CALL } from '../wire/vectors.ts'
import type { ModelFile, ModelFiles } from './files/index.ts'
import type { EngineLog } from './log.ts'
import { answer } from './running/answer.ts'
import { usualMemory } from './running/memory.ts'
import { OPTION_USE, requireFulfillable } from './running/request.ts'
import { RunningModels } from './running/running-models.ts'

export { installedLlama } from './running/package.ts'

export interface EmbeddedDeps {
  readonly files: ModelFiles
  readonly log: EngineLog
  /** Version of the llama.cpp package; reported in the engine's health. */
  readonly version?: string | undefined
  /** Default: one fewer than the CPU cores. With all cores llama.cpp is hundreds of times slower on a busy machine. */
  readonly threads?: number | undefined
  /** Parallel answers of one model; default 4. */
  readonly sequences?: number | undefined
  /** Bytes that all models may take together; default: four fifths of the machine's memory. */
  readonly memoryBytes?: number | undefined
  /** Context window of each answer in tokens; default: chosen by available memory. */
  readonly windowTokens?: number | undefined
  /** For tests: see RunningDeps. */
  readonly hangMs?: number
  readonly keepMs?: number
  readonly pauseMs?: number
}

/** Interval of progress events while a model loads. */
const PROGRESS_MS = 200
/** Memory is reported in steps, so that a small change causes no update. */
const MEMORY_STEP = 16 * 1_048_576

/** Creates the engine. Starts no process until a model is used. */
export function createEmbedded(deps: EmbeddedDeps): Engine {
  return new Embedded(deps)
}

class Embedded implements Engine {
  readonly kind = 'embedded'
  readonly can: EngineAbilities = {
    fetch: true,
    load: true,
    remove: true,
    tools: false,
    images: false,
    grammar: true,
    embeddings: true,
    continue: true,
  }
  readonly #files: ModelFiles
  readonly #running: RunningModels
  readonly #version: string | undefined

  constructor(deps: EmbeddedDeps) {
    this.#files = deps.files
    this.#version = deps.version
    this.#running = new RunningModels({
      log: deps.log,
      threads: deps.threads ?? Math.max(1, availableParallelism() - 1),
      sequences: deps.sequences ?? 4,
      memoryBytes: deps.memoryBytes ?? usualMemory(),
      windowTokens: deps.windowTokens,
      hangMs: deps.hangMs ?? 30_000,
      keepMs: deps.keepMs ?? 300_000,
      pauseMs: deps.pauseMs ?? 1_000,
    })
  }

  options() {
    return OPTION_USE
  }

  health(signal: AbortSignal): Promise<EngineHealth> {
    const version = this.#version
    return settled(signal, () => (version === undefined ? { ok: true } : { ok: true, version }))
  }

  async models(signal: AbortSignal): Promise<readonly EngineModel[]> {
    signal.throwIfAborted()
    return (await this.#files.list(signal)).map((file) => this.#toEngineModel(file))
  }

  async *chat(request: ChatRequest): AsyncGenerator<ChatEvent> {
    requireFulfillable(request)
    request.signal.throwIfAborted()
    const file = await this.#files.find(request.model, request.signal)
    if (file.embeddings) throw unsupported('it makes vectors, not answers')
    yield* unusedOptions(request.options, OPTION_USE)
    yield* answer(this.#running, file, request)
  }

  async embed(
    model: string,
    texts: readonly string[],
    signal: AbortSignal,
  ): Promise<readonly Float32Array[]> {
    signal.throwIfAborted()
    const file = await this.#files.find(model, signal)
    if (!file.embeddings) throw unsupported('it makes no vectors')
    const vectors: Float32Array[] = []
    for (let at = 0; at < texts.length; at += TEXTS_PER_CALL)
      vectors.push(...(await this.#vectors(file, texts.slice(at, at + TEXTS_PER_CALL), signal)))
    return vectors
  }

  async catalogue(signal: AbortSignal): Promise<Offer> {
    const { models, machineMemoryBytes } = await this.#files.offer(signal)
    const served = (capability: string) => capability !== 'tools' || this.can.tools
    return {
      models: models.map((model) => ({ ...model, capabilities: model.capabilities.filter(served) })),
      machineMemoryBytes,
    }
  }

  fetch(model: string, signal: AbortSignal): AsyncIterable<EngineProgress> {
    return this.#files.fetch(model, signal)
  }

  async *load(
    model: string,
    signal: AbortSignal,
    options: PromptOptionValues = {},
  ): AsyncGenerator<EngineProgress> {
    const file = await this.#files.find(model, signal)
    const total = file.sizeBytes
    const process = await this.#running.start(file, signal, options.num_ctx)
    this.#running.pin(model)
    let settledReady = false
    const ready = this.#running.ready(process, signal).finally(() => (settledReady = true))
    ready.catch(() => undefined)
    while (!settledReady) {
      yield { state: 'loading', done: Math.floor(process.share * total), total }
      await Promise.race([ready, delay(PROGRESS_MS)])
    }
    await ready
    yield { state: 'ready', done: total, total }
  }

  unload(model: string, signal: AbortSignal): Promise<void> {
    return this.#running.unload(model, signal)
  }

  async remove(model: string, signal: AbortSignal): Promise<void> {
    await this.#running.unload(model, signal)
    await this.#files.remove(model, signal)
  }

  close(): Promise<void> {
    return this.#running.close()
  }

  async #vectors(
    file: ModelFile,
    texts: readonly string[],
    signal: AbortSignal,
  ): Promise<readonly Float32Array[]> {
    const limits = new Limits(signal, EMBED_MS)
    try {
      const process = await this.#running.start(file, limits.signal)
      await this.#running.ready(process, limits.signal)
      const vectors = await process.embed(texts, limits.signal)
      this.#running.used(process)
      return vectors
    } finally {
      limits.close(true)
    }
  }

  #toEngineModel(file: ModelFile): EngineModel {
    const { name, family, tag, sizeBytes, embeddings, thinking } = file
    const process = this.#running.find(name)
    const loaded = process?.isReady ?? false
    const { windowTokens, needs } = this.#running.sizeOf(file)
    const resident = Math.round((process?.residentBytes || needs) / MEMORY_STEP) * MEMORY_STEP
    return {
      name,
      family,
      tag,
      sizeBytes,
      // The effective context window, which may be smaller than the trained one.
      contextLength: process?.order.contextTokens ?? windowTokens,
      capabilities: { chat: !embeddings, images: false, thinking, tools: false, embeddings },
      loaded,
      ...(loaded ? { memoryBytes: resident } : {}),
      local: true,
    }
  }
}

async function settled<T>(signal: AbortSignal, value: () => T): Promise<T> {
  signal.throwIfAborted()
  return value()
}
