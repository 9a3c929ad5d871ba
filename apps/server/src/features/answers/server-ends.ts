import type { ProblemCode } from '@polylogue/contract'

/** The reason of a signal by which the server, not a person, ends an answer. */
export class ServerEnds extends Error {
  readonly code: ProblemCode
  constructor(code: ProblemCode) {
    super(code)
    this.code = code
  }
}
