// llama.cpp's server in router mode: several models, each loaded and unloaded on request.
import { setTimeout as delay } from 'node:timers/promises'
import { EngineError, type EngineProgress } from '../engine.ts'
import { callJson } from '../wire/call.ts'
import { listed, statusOf, type Place } from './discovery.ts'

const ASK_MS = 30_000
const LOAD_MS = 1_800_000
const LOOK_EVERY_MS = 500

/** Loads a model. The server reports success or failure, but no progress in between. */
export async function* load(
  place: Place,
  model: string,
  signal: AbortSignal,
): AsyncGenerator<EngineProgress> {
  yield { state: 'loading', done: 0, total: 0 }
  const end = performance.now() + LOAD_MS
  if ((await statusNow(place, model, signal)).value !== 'loaded') {
    await callJson(place.client, ask(place, 'load', model), signal, ASK_MS)
    for (;;) {
      const { value, failed } = await statusNow(place, model, signal)
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
export async function unload(place: Place, model: string, signal: AbortSignal): Promise<void> {
  try {
    await callJson(place.client, ask(place, 'unload', model), signal, ASK_MS)
  } catch (error) {
    const gone =
      error instanceof EngineError &&
      (error.code === 'not-found' || /not (running|loaded|found)/i.test(error.reason ?? ''))
    if (!gone) throw error
  }
}

function ask({ root = '' }: Place, what: 'load' | 'unload', model: string) {
  return { method: 'POST' as const, path: `${root}/models/${what}`, body: { model } }
}

async function statusNow(place: Place, model: string, signal: AbortSignal) {
  const entry = (await listed(place, signal)).find(({ id }) => id === model)
  const status = entry && statusOf(entry)
  if (!status) throw new EngineError('not-found', 'The router does not have the model')
  return status
}
