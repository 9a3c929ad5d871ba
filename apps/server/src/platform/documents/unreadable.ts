import type { NotSeenReason } from '@polylogue/contract'

/** Why a document cannot be read. */
export type UnreadableCode =
  | 'damaged'
  | 'encrypted'
  // Its bytes are those of another type, or of one that is not read.
  | 'type_mismatch'
  | 'unknown_type'
  // A picture in a format that nothing here reads, whatever its name says.
  | 'foreign_picture'
  | 'too_large'
  | 'too_slow'
  | 'too_much_memory'
  // The process that read it ended.
  | 'interrupted'

/** A document whose text cannot be read: damaged, encrypted, too large when unpacked, too slow to read, or fatal for its reader. */
export class DocumentUnreadable extends Error {
  readonly code: UnreadableCode

  constructor(reason: string, code: UnreadableCode = 'damaged') {
    super(reason)
    this.name = 'DocumentUnreadable'
    this.code = code
  }
}

/** A model does not read a picture, which is then left to text recognition. */
export class PictureNotRead extends Error {
  readonly reason: NotSeenReason

  constructor(reason: NotSeenReason, cause?: unknown) {
    super(`a model did not read a picture: ${reason}`, { cause })
    this.name = 'PictureNotRead'
    this.reason = reason
  }
}
