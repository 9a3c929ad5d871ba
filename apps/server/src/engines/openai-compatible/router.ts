// llama.cpp's server in router mode: several models, each loaded and unloaded on request.
import { setTimeout as delay } from 'node:timers/promises'
import { EngineError, type EngineProgress } from '../engine.ts'
import { callJson } from '../wire/call.ts'
import { listed, statusOf, type ModelHost } from './discovery.ts'

const ASK_MS = 30_000
const LOAD_MS = 1_800_000
const LOOK_EVERY_MS = 500

/** Loads a model. The server reports success or failure, but no progress in between. */
export async function* load(
  modelHost: ModelHost,
  model: string,
  signal: AbortSignal,
): AsyncGenerator<EngineProgress> {
  yield { state: 'loading', done: 0, total: 0 }
  const end = performance.now() + LOAD_MS
  if ((await statusNow(modelHost, model, signal)).value !== 'loaded') {
    await callJson(modelHost.client, ask(modelHost, 'load', model), signal, ASK_MS)
    for (;;) {
      const { value, failed } = await statusNow(modelHost, model, signal)
      if (value === 'loaded') break
      if (failed && value === 'unloaded')
        throw new EngineError('crashed', 'The router could not load the model')
      if (performance.now() > end)
        throw new EngineError('timeout', 'The router did not load the model', { waitedMs: LOAD_MS })
      await delay(LOOK_EVERY_MS, undefined, { signal }).catch(() => signal.throwIfAborted())
    }
  }
  yield { state: 'ready', done: 0, total: 0 }
}

/** Unloads a model. A model that does not exist takes no memory. */
export async function unload(modelHost: ModelHost, model: string, signal: AbortSignal): Promise<void> {
  try {
    await callJson(modelHost.client, ask(modelHost, 'unload', model), signal, ASK_MS)
  } catch (error) {
    const gone =
      error instanceof EngineError &&
      (error.code === 'not-found' || /not (running|loaded|found)/i.test(error.reason ?? ''))
    if (!gone) throw error
  }
}

function ask({ root = '' }: ModelHost, what: 'load' | 'unload', model: string) {
  return { method: 'POST' as const, path: `${root}/models/${what}`, body: { model } }
}

async function statusNow(modelHost: ModelHost, model: string, signal: AbortSignal) {
  const entry = (await listed(modelHost, signal)).find(({ id }) => id === model)
  const status = entry && statusOf(entry)
  if (!status) throw new EngineError('not-found', 'The router does not have the model')
  return status
}
