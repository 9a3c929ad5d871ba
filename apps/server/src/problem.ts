import { PROBLEMS, problemSentence, type ProblemCode, type ProblemParams } from '@polylogue/contract'

/** A validation finding: where in the request, and what is wrong there. */
export interface Issue {
  path: string
  message: string
}

/**
 * What a call fails with on purpose. `code` decides status and sentence (contract/problems); `params` fill the sentence.
 * `sentence` replaces the code's own where it was told before (a stored failure).
 * Anything else that is thrown is a defect: it is logged with its cause and answered as UNEXPECTED.
 */
export class Problem extends Error {
  readonly code: ProblemCode
  readonly params: ProblemParams
  readonly issues: readonly Issue[] | undefined
  /** Seconds for the Retry-After header, where the caller may come back. */
  readonly retryAfter: number | undefined

  constructor(
    code: ProblemCode,
    params: ProblemParams = {},
    more: {
      issues?: readonly Issue[]
      retryAfter?: number
      cause?: unknown
      sentence?: string
    } = {},
  ) {
    super(
      more.sentence ?? problemSentence(code, params),
      more.cause === undefined ? undefined : { cause: more.cause },
    )
    this.name = 'Problem'
    this.code = code
    this.params = params
    this.issues = more.issues
    this.retryAfter = more.retryAfter
  }

  get status(): number {
    return PROBLEMS[this.code][0]
  }
}
