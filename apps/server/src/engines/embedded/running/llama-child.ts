// The process that holds one model: loads it, generates answers, and exits with the server. A fault of a model file or of
// llama.cpp ends only this process. Only this file and llama-model.ts import node-llama-cpp.
import { failureOf } from './llama-failures.ts'
import { openModel, type OpenModel } from './llama-model.ts'
import { openOutbox } from './outbox.ts'
import { BEAT_MS, type FromChild, type LoadOrder, type ToChild } from './protocol.ts'

const outbox = openOutbox((happenings) => send({ type: 'happened', happenings }))
const stopping = new Map<number, AbortController>()
let model: OpenModel | undefined

// Ignores signals to the process group: the server first finishes running answers, then ends this process.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined)
process.on('disconnect', () => process.exit())
process.on('message', (message) => take(message as ToChild))
setInterval(() => send({ type: 'beat' }), BEAT_MS)

function send(message: FromChild): void {
  // A message to a server that is exiting can be lost: `disconnect` follows.
  process.send?.(message, undefined, undefined, () => undefined)
}

function take(message: ToChild): void {
  switch (message.type) {
    case 'load':
      return void load(message.order)
    case 'stop':
      return stopping.get(message.id)?.abort()
    case 'chat':
    case 'embed':
      return void work(message)
  }
}

async function load(order: LoadOrder): Promise<void> {
  try {
    model = await openModel(order, (share) => send({ type: 'loading', share }))
    send({ type: 'ready', contextTokens: model.contextTokens })
  } catch (error) {
    send({ type: 'refused', failure: failureOf(error) })
  }
}

async function work(message: Extract<ToChild, { type: 'chat' | 'embed' }>): Promise<void> {
  const { id } = message
  const stop = new AbortController()
  stopping.set(id, stop)
  try {
    if (!model) throw new Error('There is no model yet')
    if (message.type === 'embed') {
      const vectors = await model.embed(message.texts, stop.signal)
      outbox.put({ type: 'vectors', id, vectors }, true)
    } else {
      let begun = false
      const { reason, usage } = await model.answer(message.order, stop.signal, (type, text) => {
        outbox.put({ type, id, text }, !begun)
        begun = true
      })
      outbox.put({ type: 'end', id, reason, usage }, true)
    }
  } catch (error) {
    if (stop.signal.aborted) outbox.put({ type: 'stopped', id }, true)
    else outbox.put({ type: 'failed', id, failure: failureOf(error) }, true)
  } finally {
    stopping.delete(id)
  }
}
