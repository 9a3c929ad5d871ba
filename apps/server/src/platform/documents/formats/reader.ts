import type { Block, BlockDocument } from '../blocks.ts'
import type { Said } from '../encodings/encodings.ts'

/** Takes the names of pictures in a document, and returns the marks that stand for their texts until these are recognised. */
export interface PicturePlaces {
  markOf(part: string): string
}

/**
 * Reads a document. Rejects for content that its library cannot read. `said` is known of the encoding of a text; with `places`, readers
 * of office documents mark where pictures stand.
 */
export type Reader = (bytes: Uint8Array, said?: Said, places?: PicturePlaces) => Promise<BlockDocument>

/**
 * Loads a reader with everything it needs: the disk is not accessible afterwards. With the bytes of the only document, what they
 * do not need is not loaded.
 */
export type Loads = (bytes?: Uint8Array) => Promise<Reader>

/** Returns a document of a format without pages. */
export const unpaged = (blocks: readonly Block[]): BlockDocument => ({
  blocks: blocks.filter(({ text }) => text !== ''),
  pages: null,
  warnings: [],
})
