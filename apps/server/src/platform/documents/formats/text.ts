import { encodingWarning, loadDecoder } from '../encodings/index.ts'
import { markdownBlocks } from './markdown-blocks.ts'
import { unpaged, type Reader } from './reader.ts'

/** Loads the reader of plain texts, which are read as Markdown. It stays for other texts, so that it loads everything. */
export async function loadText(): Promise<Reader> {
  const decode = await loadDecoder()
  return (bytes, said) => {
    const decoded = decode(bytes, said)
    return Promise.resolve({ ...unpaged(markdownBlocks(decoded.text)), warnings: encodingWarning(decoded) })
  }
}
