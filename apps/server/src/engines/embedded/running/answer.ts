// One answer of an embedded model: waits for the model and a free sequence within the time limits, then passes on its
// events.
import { EngineError, type ChatEvent, type ChatRequest } from '../../engine.ts'
import { Limits } from '../../wire/limits.ts'
import type { ModelFile } from '../files/index.ts'
import type { Inbox } from './inbox.ts'
import { errorOf, type ModelProcess } from './model-process.ts'
import type { ModelEvent } from './protocol.ts'
import { chatOrder } from './request.ts'
import type { RunningModels } from './running-models.ts'

interface Reading {
  /** Part of the answer was already yielded. */
  partial: boolean
  complete: boolean
  process?: ModelProcess
  inbox?: Inbox<ModelEvent>
}

/**
 * Yields the events of an answer. Throws EngineError (partial once a piece was yielded) or the reason of the request's
 * signal.
 */
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
    // Also runs when the consumer leaves the loop: stops what is still running.
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
  if (!running.find(file.name)?.isReady) yield* limited(limits, { type: 'status', phase: 'loading' })
  const process = await running.start(file, signal)
  await running.ready(process, signal)
  if (request.mayWait === false && process.slots.full)
    throw new EngineError('busy', `All places of ${file.name} are taken`)
  const inbox = await process.chat(chatOrder(request), signal)
  Object.assign(reading, { process, inbox })
  // Aborted while a sequence was being taken, before anything listened for it.
  if (signal.aborted) process.stop(inbox, signal.reason)
  yield* limited(limits, { type: 'status', phase: 'reading' })
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
          yield* limited(limits, { type: 'status', phase: phase === 'text' ? 'answering' : 'thinking' })
        }
        reading.partial = true
        yield* limited(limits, { type: happening.type, text: happening.text })
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

/** Yields an event; pauses the time limits while the consumer works on it. */
function* limited(limits: Limits, event: ChatEvent): Generator<ChatEvent> {
  limits.pause()
  yield event
  limits.resume()
}

/** Returns an EngineError with this answer's `partial`; anything else is a defect and stays as it is. */
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
