// Limits and kinds of golden sets, without schemas, for the page.

/**
 * Maximum prompts of a set, checks of a prompt, sets of one owner, tags of a run, runs of a person at a time, and runs that a
 * set keeps; the other numbers are characters. `expressions`: all different patterns and schemas of a set together.
 */
export const GOLDEN_LIMITS = {
  prompts: 200,
  checks: 20,
  sets: 500,
  tags: 8,
  running: 3,
  keptRuns: 100,
  description: 5_000,
  prompt: 100_000,
  text: 2_000,
  pattern: 1_000,
  schema: 20_000,
  expressions: 200_000,
  rule: 4_000,
} as const

/** What an answer can be checked for. */
export const CHECK_KINDS = ['contains', 'matches', 'json', 'shorter', 'cites', 'judge'] as const
export type CheckKind = (typeof CHECK_KINDS)[number]

/** State of one answer of a run. */
export const GOLDEN_ANSWER_STATES = ['waiting', 'asking', 'judging', 'done', 'failed', 'cancelled'] as const
export type GoldenAnswerState = (typeof GOLDEN_ANSWER_STATES)[number]

export const GOLDEN_RUN_STATES = ['running', 'done', 'cancelled', 'failed'] as const
export type GoldenRunState = (typeof GOLDEN_RUN_STATES)[number]

/** Why a check has no verdict: the judge is not asked yet, gave none, could not be asked; the check took too long. */
export const UNCLEAR_CODES = ['JUDGE_WAITING', 'NO_VERDICT', 'JUDGE_FAILED', 'CHECK_TOO_SLOW'] as const
export type UnclearCode = (typeof UNCLEAR_CODES)[number]

/** The flags of a check's regular expression. */
export const PATTERN_FLAGS = 'uims'
