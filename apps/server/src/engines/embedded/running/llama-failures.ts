// What goes wrong inside the process that holds a model, in words that the server knows.
import { InsufficientMemoryError } from 'node-llama-cpp'
import type { Failure } from './protocol.ts'

/** A wish that the model cannot fulfil; `reason` is shown to people. */
export class Unfulfillable extends Error {
  readonly failure: Failure

  constructor(failure: Failure) {
    super(failure.message)
    this.failure = failure
  }
}

/** The binding reckons before it asks for memory, and says so by a class; llama.cpp itself says it in sentences. */
const MEMORY = /out of memory|not enough memory|failed to allocate|bad_alloc/i

/** An error as it is told. */
export function failureOf(error: unknown): Failure {
  if (error instanceof Unfulfillable) return error.failure
  const message = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
  const isMemory = error instanceof InsufficientMemoryError || MEMORY.test(message)
  return { code: isMemory ? 'out-of-memory' : 'internal', message: message.slice(0, 1_000) }
}
