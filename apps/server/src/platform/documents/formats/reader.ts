import type { Block, BlockDocument } from '../blocks.ts'

/** Reads a document. Rejects for content that its library cannot read. */
export type Reader = (bytes: Uint8Array) => Promise<BlockDocument>

/** Loads a reader with everything it needs: the disk is not accessible afterwards. */
export type Loads = () => Promise<Reader>

/** Returns a document of a format without pages. */
export const unpaged = (blocks: readonly Block[]): BlockDocument => ({
  blocks: blocks.filter(({ text }) => text !== ''),
  pages: null,
  warnings: [],
})
