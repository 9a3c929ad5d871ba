import { WrongFile, type Found, type Wrong } from './formats.ts'
import { readFile } from './read-file.ts'

/** What is sent back: what was found, or why nothing was. */
export type Read = { found: Found } | { wrong: Wrong }

addEventListener('message', (event: MessageEvent<File>) => {
  void read(event.data).then((result) => postMessage(result))
})

async function read(file: File): Promise<Read> {
  try {
    return { found: readFile(file.name, new Uint8Array(await file.arrayBuffer())) }
  } catch (error) {
    // A file that fills the memory, or that the browser cannot read any more, is none that can be used.
    return { wrong: error instanceof WrongFile ? error.wrong : 'json' }
  }
}
