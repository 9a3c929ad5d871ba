// A process that reads one document and ends. It may read the program's own files, and nothing else.
import type { ChildReply } from './index.ts'
import { readDocument } from './readers.ts'

interface Order {
  mimeType: string
  bytes: Uint8Array
  characters: number
}

process.once('message', (message) => {
  const order = message as Order
  void readDocument(order.mimeType, order.bytes).then(
    (text) => reply({ text: text.trim().slice(0, order.characters).toWellFormed() }),
    () => reply({ unreadable: 'the document cannot be read' }),
  )
})

function reply(answer: ChildReply): void {
  process.send?.(answer)
}
