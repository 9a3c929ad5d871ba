/** Why a document cannot be read. */
export type UnreadableCode = 'damaged' | 'encrypted' | 'too_large' | 'too_slow' | 'too_much_memory'

/** A document whose text cannot be read: damaged, encrypted, too large when unpacked, or too slow to read. */
export class DocumentUnreadable extends Error {
  readonly code: UnreadableCode

  constructor(reason: string, code: UnreadableCode = 'damaged') {
    super(reason)
    this.name = 'DocumentUnreadable'
    this.code = code
  }
}
