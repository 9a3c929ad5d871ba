// One answer of an embedded model, from the wish to its last event: waits for the model and for a place, within the limits, and
// hands on what comes.
import { EngineError, type ChatEvent, type ChatRequest } from '../../engine.ts'
import { Limits } from '../../wire/limits.ts'
import type { ModelFile } from '../files/index.ts'
import type { Inbox } from './inbox.ts'
import { errorOf, type ModelProcess } from './model-process.ts'
import type { Happening } from './protocol.ts'
import { chatOrder } from './request.ts'
import type { RunningModels } from './running-models.ts'

interface Reading {
  /** Something of the answer was given. */
  partial: boolean
  complete: boolean
  process?: ModelProcess
  inbox?: Inbox<Happening>
}

/** Answers. Throws EngineError, partial once a piece was given, or the reason of the request's signal. */
export async function* answer(
  running: RunningModels,
  file: ModelFile,
  request: ChatRequest,
): AsyncGenerator<ChatEvent> {
  const limits = new Limits(request.signal, request.firstTokenTimeoutMs)
  const reading: Reading = { partial: false, complete: false }
  const stop = () => {
    if (reading.inbox) reading.process?.stop(reading.inbox, limits.signal.reason)
  }
  limits.signal.addEventListener('abort', stop, { once: true })
  try {
    yield* begin(running, { file, request, limits, reading })
    yield* read(request, limits, reading)
    if (reading.process) running.used(reading.process)
  } catch (error) {
    request.signal.throwIfAborted()
    throw asPartial(limits.signal.aborted ? limits.signal.reason : error, reading.partial)
  } finally {
    // Also reached when the consumer leaves: what still runs is stopped.
    limits.close(reading.complete)
  }
}

interface Beginning {
  readonly file: ModelFile
  readonly request: ChatRequest
  readonly limits: Limits
  readonly reading: Reading
}

async function* begin(
  running: RunningModels,
  { file, request, limits, reading }: Beginning,
): AsyncGenerator<ChatEvent> {
  const { signal } = limits
  if (!running.find(file.name)?.isReady) yield* told(limits, { type: 'status', phase: 'loading' })
  const process = await running.start(file, signal)
  await running.ready(process, signal)
  if (request.patient === false && process.slots.full)
    throw new EngineError('busy', `All places of ${file.name} are taken`)
  const inbox = await process.chat(chatOrder(request), signal)
  Object.assign(reading, { process, inbox })
  // Stopped while the place was taken: nobody heard it.
  if (signal.aborted) process.stop(inbox, signal.reason)
  yield* told(limits, { type: 'status', phase: 'reading' })
}

async function* read(request: ChatRequest, limits: Limits, reading: Reading): AsyncGenerator<ChatEvent> {
  const { inbox } = reading
  if (!inbox) return
  let phase: 'text' | 'thinking' | undefined
  for (;;) {
    const happening = await inbox.next()
    switch (happening.type) {
      case 'text':
      case 'thinking':
        if (happening.type !== phase) {
          phase = happening.type
          yield* told(limits, { type: 'status', phase: phase === 'text' ? 'answering' : 'thinking' })
        }
        reading.partial = true
        yield* told(limits, { type: happening.type, text: happening.text })
        limits.restart(request.idleTimeoutMs)
        break
      case 'end':
        reading.complete = true
        yield { type: 'end', reason: happening.reason, usage: happening.usage }
        return
      case 'failed':
        reading.complete = true
        throw errorOf(happening.failure)
      case 'stopped':
      case 'vectors':
        throw new Error(`An answer ended as ${happening.type}`)
    }
  }
}

/** Hands on; the clock stands still while the consumer works on it. */
function* told(limits: Limits, event: ChatEvent): Generator<ChatEvent> {
  limits.pause()
  yield event
  limits.resume()
}

/** As this answer's own failure; what is no EngineError is a defect. */
function asPartial(error: unknown, partial: boolean): unknown {
  if (!(error instanceof EngineError)) return error
  const { code, message, retryAfterMs, waitedMs, reason, cause } = error
  return new EngineError(code, message, {
    partial,
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    ...(waitedMs === undefined ? {} : { waitedMs }),
    ...(reason === undefined ? {} : { reason }),
    cause: cause ?? error,
  })
}
