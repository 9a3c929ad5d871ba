import type { IncomingMessage } from 'node:http'
import { Problem } from '#problem.ts'

export interface BodyLimits {
  /** The maximum size in bytes. */
  readonly bytes: number
  /** The timeout in milliseconds for a small body, and for a pause in a larger one. */
  readonly ms: number
}

/** 1 Mbit/s: the slowest line over which a body completes. */
const SLOWEST_BYTES_PER_SECOND = 125_000

/** Stores a chunk of a body that starts at byte `at`; a returned promise pauses the request. */
type Keep = (piece: Buffer, at: number) => Promise<void> | void

/**
 * Receives a request's body in chunks and returns its length. The timeout grows with the received bytes; a pause may take
 * `limits.ms`.
 * @throws Problem BODY_TOO_LARGE, MALFORMED_BODY when it does not arrive, and what `keep` throws
 */
export function receive(request: IncomingMessage, limits: BodyLimits, keep: Keep): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  const begun = performance.now()
  let latest = begun
  let length = 0
  const finish = (settle: () => void): void => {
    clearTimeout(timer)
    request.off('data', onData).off('end', onEnd).off('close', onGone)
    // Drains the rest of a refused body until the connection is closed (`addLinger` in server.ts).
    request.resume()
    settle()
  }
  const fail = (error: unknown): void => finish(() => reject(error as Error))
  const inTime = (): void => {
    const now = performance.now()
    const allowed = limits.ms + (length / SLOWEST_BYTES_PER_SECOND) * 1_000
    const left = Math.min(begun + allowed - now, latest + limits.ms - now)
    if (left > 0) timer = setTimeout(inTime, left)
    else fail(new Problem('MALFORMED_BODY'))
  }
  let timer = setTimeout(inTime, limits.ms)
  const onData = (piece: Buffer): void => {
    latest = performance.now()
    const at = length
    length += piece.length
    if (length > limits.bytes) return fail(new Problem('BODY_TOO_LARGE', { limit: limits.bytes }))
    try {
      const kept = keep(piece, at)
      if (!kept) return
      request.pause()
      kept.then(() => request.resume(), fail)
    } catch (error) {
      fail(error)
    }
  }
  const onEnd = (): void => finish(() => resolve(length))
  const onGone = (): void => fail(new Problem('MALFORMED_BODY'))
  // The error listener stays: a connection that breaks after a refusal must not crash the process.
  request.on('data', onData).on('end', onEnd).on('close', onGone).on('error', onGone)
  return promise
}
