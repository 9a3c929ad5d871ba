// Writes documents outside of the page, so that it stays usable.
import { writeMarkdown } from './markdown/write-markdown.ts'
import type { PaperKind, PaperOrder } from './paper.ts'
import { writeWord } from './word/write-word.ts'

export interface Ordered extends PaperOrder {
  kind: PaperKind
}

/** What the worker sends: how many messages are written, then the file, or why there is none. */
export type Sent = { done: number; all: number } | { file: Blob } | { error: string }

/** Milliseconds between two reports. */
const REPORT_MS = 100

addEventListener('message', ({ data }: MessageEvent<Ordered>) => {
  const send = (sent: Sent) => postMessage(sent)
  let reported = 0
  const onWritten = (done: number, all: number) => {
    if (performance.now() - reported < REPORT_MS && done < all) return
    reported = performance.now()
    send({ done, all })
  }
  written(data, onWritten).then(
    (file) => send({ file }),
    (error: unknown) => send({ error: String(error) }),
  )
})

const WORD = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'

async function written(
  { kind, ...order }: Ordered,
  onWritten: (done: number, all: number) => void,
): Promise<Blob> {
  if (kind === 'md')
    return new Blob([writeMarkdown(order, onWritten)], { type: 'text/markdown;charset=utf-8' })
  return new Blob([(await writeWord(order, onWritten)).slice()], { type: WORD })
}
