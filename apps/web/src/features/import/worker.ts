import { WrongFile, type Found, type Wrong } from './formats.ts'
import { readFile } from './read-file.ts'

/** The reply of the worker: the content, or why there is none. */
export type Read = { found: Found } | { wrong: Wrong }

addEventListener('message', (event: MessageEvent<File>) => {
  void read(event.data).then((result) => postMessage(result))
})

async function read(file: File): Promise<Read> {
  try {
    return { found: readFile(file.name, new Uint8Array(await file.arrayBuffer())) }
  } catch (error) {
    // Also covers a file that exceeds the memory, or that the browser can no longer read.
    return { wrong: error instanceof WrongFile ? error.wrong : 'json' }
  }
}
