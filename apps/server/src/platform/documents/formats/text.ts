import { encodingWarning, loadDecoder } from '../encodings/encodings.ts'
import { plainBlocks } from './plain-blocks.ts'
import { unpaged, type Reader } from './reader.ts'

/** Loads the reader of plain texts. It stays for other texts, so that it loads everything. */
export async function loadText(): Promise<Reader> {
  const decode = await loadDecoder()
  return (bytes, said) => {
    const decoded = decode(bytes, said)
    return Promise.resolve({ ...unpaged(plainBlocks(decoded.text)), warnings: encodingWarning(decoded) })
  }
}
