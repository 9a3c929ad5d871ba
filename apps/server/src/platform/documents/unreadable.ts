/** A document whose text cannot be read: damaged, encrypted, too large when unpacked, or too slow to read. */
export class DocumentUnreadable extends Error {
  constructor(reason: string, cause?: unknown) {
    super(reason, cause === undefined ? undefined : { cause })
    this.name = 'DocumentUnreadable'
  }
}
