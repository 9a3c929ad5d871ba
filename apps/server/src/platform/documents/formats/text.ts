import { decodeText } from './decode.ts'
import { markdownBlocks } from './markdown-blocks.ts'
import { unpaged, type Reader } from './reader.ts'

/** Loads the reader of plain texts, which are read as Markdown. */
export const loadText = (): Promise<Reader> =>
  Promise.resolve((bytes) => Promise.resolve(unpaged(markdownBlocks(decodeText(bytes)))))
