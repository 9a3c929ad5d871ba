// What is in the memory of an Ollama server, and how it gets there and out again.
import type { TrustedDoor } from '../../platform/outbound/index.ts'
import { EngineError, type EngineProgress } from '../engine.ts'
import { callJson } from '../wire/call.ts'
import { isRecord } from '../wire/failures.ts'
import { countOf } from '../wire/pieces.ts'

const ASK_MS = 30_000
/** Reading a big file from a slow disk; the server itself gives up after 5 minutes without progress. */
const LOAD_MS = 1_800_000

/** Names of the models in memory, with their bytes where the server tells. */
export async function running(
  door: TrustedDoor,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, number | undefined>> {
  const { models } = await callJson(door, { path: '/api/ps' }, signal, ASK_MS)
  const entries = Array.isArray(models) ? models.filter(isRecord) : []
  const bytes = new Map<string, number | undefined>()
  for (const entry of entries) {
    // `size` is what it takes in all, `size_vram` the part on a graphics card.
    const size = countOf(entry.size) || countOf(entry.size_vram) || undefined
    for (const name of [entry.name, entry.model]) if (typeof name === 'string') bytes.set(name, size)
  }
  return bytes
}

/** Loads a model and keeps it until it is unloaded. There is nothing to tell meanwhile but that it goes on. */
export async function* load(
  door: TrustedDoor,
  model: string,
  signal: AbortSignal,
  options: Record<string, unknown>,
): AsyncGenerator<EngineProgress> {
  yield { state: 'loading', done: 0, total: 0 }
  const given = Object.keys(options).length > 0 ? { options } : {}
  const body = { model, keep_alive: -1, stream: false, ...given }
  try {
    const answer = await callJson(door, { method: 'POST', path: '/api/generate', body }, signal, LOAD_MS)
    if (answer.done !== true) throw new EngineError('broken-stream', 'The server did not say that it loaded')
  } catch (error) {
    if (!isEmbeddingOnly(error)) throw error
    // A model that only makes vectors is loaded by making none.
    const call = { method: 'POST' as const, path: '/api/embed', body: { ...body, input: [] } }
    await callJson(door, call, signal, LOAD_MS)
  }
  yield { state: 'ready', done: 0, total: 0 }
}

/** Frees a model's memory. One that is not there takes none. */
export async function unload(door: TrustedDoor, model: string, signal: AbortSignal): Promise<void> {
  const body = { model, keep_alive: 0, stream: false }
  try {
    await callJson(door, { method: 'POST', path: '/api/generate', body }, signal, ASK_MS)
  } catch (error) {
    if (!(error instanceof EngineError) || error.code !== 'not-found') throw error
  }
}

function isEmbeddingOnly(error: unknown): boolean {
  return error instanceof EngineError && /does not support (generate|completion|chat)/i.test(error.message)
}
