// Lists, loads and unloads the models in an Ollama server's memory.
import { isRecord, type TrustedClient } from '#platform/outbound/index.ts'
import { EngineError, type EngineProgress } from '../engine.ts'
import { callJson } from '../wire/call.ts'
import { countOf } from '../wire/pieces.ts'

const ASK_MS = 30_000
/** Time to read a large file from a slow disk; the server itself gives up after 5 minutes without progress. */
const LOAD_MS = 1_800_000

/** Returns the names of the loaded models, with their bytes if the server reports them. */
export async function running(
  client: TrustedClient,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, number | undefined>> {
  const { models } = await callJson(client, { path: '/api/ps' }, signal, ASK_MS)
  const entries = Array.isArray(models) ? models.filter(isRecord) : []
  const bytes = new Map<string, number | undefined>()
  for (const entry of entries) {
    // `size` is the total, `size_vram` the part on a GPU.
    const size = countOf(entry.size) || countOf(entry.size_vram) || undefined
    for (const name of [entry.name, entry.model]) if (typeof name === 'string') bytes.set(name, size)
  }
  return bytes
}

/** Loads a model and keeps it until it is unloaded. Ollama reports no progress while it loads. */
export async function* load(
  client: TrustedClient,
  model: string,
  signal: AbortSignal,
  options: Record<string, unknown>,
): AsyncGenerator<EngineProgress> {
  yield { state: 'loading', done: 0, total: 0 }
  const withOptions = Object.keys(options).length > 0 ? { options } : {}
  const body = { model, keep_alive: -1, stream: false, ...withOptions }
  try {
    const answer = await callJson(client, { method: 'POST', path: '/api/generate', body }, signal, LOAD_MS)
    if (answer.done !== true) throw new EngineError('broken-stream', 'The server did not say that it loaded')
  } catch (error) {
    if (!isEmbeddingOnly(error)) throw error
    // An embedding model is loaded by a request without texts.
    const call = { method: 'POST' as const, path: '/api/embed', body: { ...body, input: [] } }
    await callJson(client, call, signal, LOAD_MS)
  }
  yield { state: 'ready', done: 0, total: 0 }
}

/** Unloads a model. A model that does not exist takes no memory. */
export async function unload(client: TrustedClient, model: string, signal: AbortSignal): Promise<void> {
  const body = { model, keep_alive: 0, stream: false }
  try {
    await callJson(client, { method: 'POST', path: '/api/generate', body }, signal, ASK_MS)
  } catch (error) {
    if (!(error instanceof EngineError) || error.code !== 'not-found') throw error
  }
}

function isEmbeddingOnly(error: unknown): boolean {
  return error instanceof EngineError && /does not support (generate|completion|chat)/i.test(error.message)
}
