// Sends the batches of an import one after the other.
import { ApiProblem } from '#lib/api.ts'
import { patiently } from '#lib/patiently.ts'

/** The server was busy or restarted, or the connection broke: it leaves out what it stored of the same request before. */
const PASSING = new Set([0, 408, 429, 502, 503, 504])
/** The server refuses something in a batch, or fails at it: the next one may be stored all the same. */
const OF_ONE_BATCH = new Set([400, 413, 500])

const hasStatus = (error: unknown, of: ReadonlySet<number>): boolean =>
  error instanceof ApiProblem && of.has(error.status)

interface Sending<Batch> {
  send(batch: Batch, index: number): Promise<void>
  readonly signal: AbortSignal
  pause(ms: number): Promise<void>
}

/** Returns what went wrong, the first failure first. One that concerns every batch ends the import. */
export async function sendBatches<Batch>(
  batches: readonly Batch[],
  { send, signal, pause }: Sending<Batch>,
): Promise<unknown[]> {
  const failures: unknown[] = []
  const mayPass = (error: unknown) => !signal.aborted && hasStatus(error, PASSING)
  for (const [index, batch] of batches.entries()) {
    if (signal.aborted) break
    try {
      await patiently({ mayPass, pause }, () => send(batch, index))
    } catch (error) {
      failures.push(error)
      if (!hasStatus(error, OF_ONE_BATCH)) break
    }
  }
  return failures
}
