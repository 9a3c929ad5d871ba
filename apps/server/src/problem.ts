import { PROBLEMS, problemSentence, type ProblemCode, type ProblemParams } from '@polylogue/contract'

/** A validation issue: its place in the request, and what is wrong. */
export interface Issue {
  path: string
  message: string
}

/**
 * An expected failure of a call. `code` determines status and sentence (contract/problems); `params` fill the sentence;
 * `sentence` overrides it (a stored failure). Any other error is a defect: logged with its cause and returned as UNEXPECTED.
 */
export class Problem extends Error {
  readonly code: ProblemCode
  readonly params: ProblemParams
  readonly issues: readonly Issue[] | undefined
  /** Seconds for the Retry-After header, if a retry makes sense. */
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
