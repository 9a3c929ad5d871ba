import type { OnWritten, PaperKind, PaperOrder } from './paper.ts'
import type { Piece } from './print/pieces.ts'
import type { Ordered, WorkerMessage } from './worker.ts'

interface Options {
  signal: AbortSignal
  onWritten: OnWritten
}

/**
 * Writes a document in a worker. Rejects when it cannot be written, and with the reason of the signal, which ends the work at
 * once.
 */
export const writePaper = (
  kind: PaperKind,
  order: PaperOrder,
  { signal, onWritten }: Options,
): Promise<Blob> =>
  ask({ ...order, kind }, signal, (sent, resolve) => {
    if ('done' in sent) onWritten(sent.done, sent.all)
    if ('file' in sent) resolve(sent.file)
  })

/** Passes the answers of a document to `onAnswer`, in their order; resolves after the last of them. */
export function readAnswers(
  order: PaperOrder,
  count: number,
  { signal, onAnswer }: { signal: AbortSignal; onAnswer: (pieces: Piece[]) => void },
): Promise<void> {
  let left = count
  return ask<void>({ ...order, kind: 'pdf' }, signal, (sent, resolve) => {
    if (!('pieces' in sent)) return
    onAnswer(sent.pieces)
    left -= 1
    if (left === 0) resolve()
  })
}

function ask<T>(
  ordered: Ordered,
  signal: AbortSignal,
  onSent: (sent: WorkerMessage, resolve: (value: T) => void) => void,
): Promise<T> {
  signal.throwIfAborted()
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' })
  const end = new AbortController()
  return new Promise<T>((resolve, reject) => {
    const on = { signal: end.signal }
    signal.addEventListener('abort', () => reject(signal.reason as Error), on)
    worker.addEventListener('error', (event) => reject(new Error(event.message)), on)
    const onMessage = ({ data }: MessageEvent<WorkerMessage>) =>
      'error' in data ? reject(new Error(data.error)) : onSent(data, resolve)
    worker.addEventListener('message', onMessage, on)
    worker.postMessage(ordered)
  }).finally(() => {
    end.abort()
    worker.terminate()
  })
}
