import type { ProblemCode } from '@polylogue/contract'

/** The abort reason when the server, not a user, ends an answer. */
export class ServerEnds extends Error {
  readonly code: ProblemCode
  constructor(code: ProblemCode) {
    super(code)
    this.code = code
  }
}
