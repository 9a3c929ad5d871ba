import { WrongFile, type ImportedChats, type Wrong } from './formats.ts'
import { readFiles } from './read-file.ts'

/** The reply of the worker: the content, or why there is none. */
export type Read = { found: ImportedChats } | { wrong: Wrong }

addEventListener('message', (event: MessageEvent<readonly File[]>) => {
  void read(event.data).then((result) => postMessage(result))
})

async function read(files: readonly File[]): Promise<Read> {
  try {
    const named = await Promise.all(
      files.map(async (file) => ({ name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) })),
    )
    return { found: readFiles(named) }
  } catch (error) {
    // Also covers a file that exceeds the memory, or that the browser can no longer read.
    return { wrong: error instanceof WrongFile ? error.wrong : 'json' }
  }
}
