import type { OnWritten, PaperKind, PaperOrder } from './paper.ts'
import type { Ordered, Sent } from './worker.ts'

/**
 * Writes a document in a worker. Rejects when it cannot be written, and with the reason of the signal, which ends the work at
 * once.
 */
export function writePaper(
  kind: PaperKind,
  order: PaperOrder,
  { signal, onWritten }: { signal: AbortSignal; onWritten: OnWritten },
): Promise<Blob> {
  signal.throwIfAborted()
  return new Promise<Blob>((resolve, reject) => {
    const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' })
    const end = () => {
      worker.terminate()
      signal.removeEventListener('abort', stop)
    }
    const stop = () => {
      end()
      reject(signal.reason as Error)
    }
    signal.addEventListener('abort', stop)
    worker.addEventListener('message', ({ data }: MessageEvent<Sent>) => {
      if ('done' in data) return onWritten(data.done, data.all)
      end()
      return 'file' in data ? resolve(data.file) : reject(new Error(data.error))
    })
    worker.addEventListener('error', (event) => {
      end()
      reject(new Error(event.message))
    })
    worker.postMessage({ ...order, kind } satisfies Ordered)
  })
}
