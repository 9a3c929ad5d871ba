// The child process that reads one document, without access to network and disk.
import { checkUnpacked } from './archive.ts'
import type { ChildReply } from './child.ts'
import { loadReader } from './readers.ts'
import { sealFiles, sealNetwork } from './sealing.ts'

interface Order {
  mimeType: string
  bytes: Uint8Array
  characters: number
}

/** The rest of a surrogate pair that was cut at the end. */
const HALF = /[\uD800-\uDBFF]$/
sealNetwork()
process.once('message', (message) => {
  const order = message as Order
  void read(order).then(reply, () => reply({ unreadable: 'the document cannot be read' }))
})

async function read({ mimeType, bytes, characters }: Order): Promise<ChildReply> {
  const reader = await loadReader(mimeType)
  sealFiles()
  const refused = checkUnpacked(mimeType, bytes)
  if (refused) return { unreadable: refused }
  return { text: (await reader(bytes)).trim().slice(0, characters).replace(HALF, '').toWellFormed() }
}

function reply(answer: ChildReply): void {
  process.send?.(answer)
}
