import type { MediaReason } from '@polylogue/contract'

/** A document cannot be indexed; the page shows the reason. */
export class NotIndexed extends Error {
  readonly reason: MediaReason

  constructor(reason: MediaReason, cause?: unknown) {
    super(reason, { cause })
    this.reason = reason
  }
}
