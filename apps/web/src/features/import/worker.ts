import { WrongFile, type FoundChat, type Wrong } from './formats.ts'
import { readFiles, type Rest } from './read-file.ts'

/** What the worker sends: some of the chats, then what is left out of all; or why there are none. */
export type Read = { chats: FoundChat[] } | { rest: Rest } | { wrong: Wrong }

/** Chats of one message: their copies must not block the page. */
const TOGETHER = 200

addEventListener('message', (event: MessageEvent<readonly File[]>) => void read(event.data))

async function read(files: readonly File[]): Promise<void> {
  const send = (message: Read) => postMessage(message)
  let chats: FoundChat[] = []
  const flush = () => {
    if (chats.length > 0) send({ chats })
    chats = []
  }
  try {
    const rest = await readFiles(files, (some) => {
      for (const chat of some) chats.push(chat)
      if (chats.length >= TOGETHER) flush()
    })
    flush()
    send({ rest })
  } catch (error) {
    // Also covers a file that exceeds the memory, or that the browser can no longer read.
    send({ wrong: error instanceof WrongFile ? error.wrong : 'json' })
  }
}
