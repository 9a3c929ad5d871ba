// Converts errors inside a model's process into failure codes of the protocol.
import { InsufficientMemoryError } from 'node-llama-cpp'
import type { Failure } from './protocol.ts'

/** A request that the model cannot fulfil; `reason` is shown to users. */
export class Unfulfillable extends Error {
  readonly failure: Failure

  constructor(failure: Failure) {
    super(failure.message)
    this.failure = failure
  }
}

/** The binding checks memory in advance and throws a class; llama.cpp itself only reports it as text. */
const MEMORY = /out of memory|not enough memory|failed to allocate|bad_alloc/i

/** Converts an error into the form that is sent to the server. */
export function failureOf(error: unknown): Failure {
  if (error instanceof Unfulfillable) return error.failure
  const message = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
  const isMemory = error instanceof InsufficientMemoryError || MEMORY.test(message)
  return { code: isMemory ? 'out-of-memory' : 'internal', message: message.slice(0, 1_000) }
}
