// The small process that starts a process for each document (child.ts), or one for many small texts (kept-reader.ts), watches it,
// and passes on its bytes and replies.
import type { ChildProcess } from 'node:child_process'
import { openChildren } from './child.ts'
import type { FromHost, ToHost } from './host.ts'
import { openKeptReader } from './kept-reader.ts'
import { DocumentUnreadable } from './unreadable.ts'
import { openUnshare } from './unshare.ts'

interface Reading {
  readonly bytes: ReadableStreamDefaultController<Uint8Array>
  readonly gone: AbortController
  /** Sends the reader what a model answered. */
  tell?: (seen: object) => void
}

const readings = new Map<number, Reading>()
const running = new Set<ChildProcess>()
const findUnshare = openUnshare((error) => tell({ withNetwork: String(error) }))
const readInChild = openChildren({ running, findUnshare })
const readKept = openKeptReader({ running, findUnshare })

// Ignores signals to the process group: the server first finishes running answers, then disconnects.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined)
process.on('disconnect', () => {
  for (const child of running) child.kill('SIGKILL')
  process.exit()
})
process.on('message', (message) => take(message as ToHost))

function take(message: ToHost): void {
  if ('begin' in message) return void read(message)
  const reading = readings.get(message.id)
  if (!reading) return
  if ('piece' in message) reading.bytes.enqueue(message.piece)
  else if ('end' in message) reading.bytes.close()
  else if ('seen' in message) reading.tell?.({ seen: message.seen })
  else reading.gone.abort()
}

async function read({ id, begin }: Extract<ToHost, { begin: unknown }>): Promise<void> {
  const { mimeType, size, said, limits, isKept = false, ...how } = begin
  const gone = new AbortController()
  const bytes = new ReadableStream<Uint8Array>({
    start: (controller) => void readings.set(id, { bytes: controller, gone }),
  })
  const file = { mimeType, size, said, bytes: () => bytes }
  const onReply = (reply: Extract<FromHost, { reply: unknown }>['reply']) => tell({ id, reply })
  try {
    const onStarted = (send: (seen: object) => void) => {
      const known = readings.get(id)
      if (known) known.tell = send
    }
    const reading = { file, how, limits, gone: gone.signal, onReply, onStarted }
    await (isKept ? readKept(reading) : readInChild(reading))
  } catch (error) {
    if (error instanceof DocumentUnreadable) onReply({ unreadable: error.message, code: error.code })
    else tell({ id, failed: String(error) })
  } finally {
    readings.get(id)?.bytes.error(new Error('the reading has ended'))
    readings.delete(id)
  }
}

function tell(message: FromHost): void {
  // A message to a server that is exiting can be lost: `disconnect` follows.
  process.send?.(message, undefined, undefined, () => undefined)
}
