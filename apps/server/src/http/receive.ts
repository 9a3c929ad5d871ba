import type { IncomingMessage } from 'node:http'
import { Problem } from '../problem.ts'

export interface BodyLimits {
  /** Bytes of the body. */
  readonly bytes: number
  /** Milliseconds for a small body, and for a pause in a larger one. */
  readonly ms: number
}

/** 1 Mbit/s: a body over a slower line comes to an end. */
const SLOWEST_BYTES_PER_SECOND = 125_000

/** Keeps a piece of a body that begins at byte `at`; a promise holds up the pieces after it. */
type Keep = (piece: Buffer, at: number) => Promise<void> | void

/**
 * Receives a request's body piece by piece and returns its length. It may take the limit's time, and more for every byte that
 * has arrived; nor may it pause for so long.
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
    // What still comes of a refused body is read and thrown away, until the connection is closed (linger in server.ts).
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
  // The error listener stays: a connection that breaks after the body was refused must not end the process.
  request.on('data', onData).on('end', onEnd).on('close', onGone).on('error', onGone)
  return promise
}
