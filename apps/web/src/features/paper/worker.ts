// Writes documents outside of the page, so that it stays usable.
import { writeMarkdown } from './markdown/write-markdown.ts'
import { readAnswer } from '#ui/markdown/read-answer.ts'
import type { PaperKind, PaperMessage, PaperOrder } from './paper.ts'
import { piecesOf } from './print/elements.ts'
import type { Piece } from './print/pieces.ts'
import { writeWord } from './word/write-word.ts'

export interface Ordered extends PaperOrder {
  kind: PaperKind | 'pdf'
}

/** What the worker sends: how many messages are written, then the file, or why there is none; of printed ones each answer. */
export type WorkerMessage =
  | { done: number; all: number }
  | { file: Blob }
  | { pieces: Piece[] }
  | { error: string }

/** Milliseconds between two reports. */
const REPORT_MS = 100

addEventListener('message', ({ data }: MessageEvent<Ordered>) => {
  const send = (sent: WorkerMessage) => postMessage(sent)
  let reported = 0
  const onWritten = (done: number, all: number) => {
    if (performance.now() - reported < REPORT_MS && done < all) return
    reported = performance.now()
    send({ done, all })
  }
  if (data.kind === 'pdf') {
    for (const message of data.paper.chats.flatMap(({ messages }) => messages))
      send({ pieces: onPaper(message) })
    return
  }
  written({ ...data, kind: data.kind }, onWritten).then(
    (file) => send({ file }),
    (error: unknown) => send({ error: String(error) }),
  )
})

const WORD = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'

async function written(
  { kind, ...order }: PaperOrder & { kind: PaperKind },
  onWritten: (done: number, all: number) => void,
): Promise<Blob> {
  if (kind === 'md')
    return new Blob([writeMarkdown(order, onWritten)], { type: 'text/markdown;charset=utf-8' })
  return new Blob([(await writeWord(order, onWritten)).slice()], { type: WORD })
}

const onPaper = ({ answer, sources }: PaperMessage): Piece[] => {
  const citations = sources.map(({ id }) => id)
  const trees = [...readAnswer(answer, { citations, footnotes: 'note-', formulas: 'mathml' })]
  return trees.flatMap((tree) => piecesOf(tree.children))
}
