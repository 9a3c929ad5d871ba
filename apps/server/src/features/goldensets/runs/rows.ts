// What the database holds of runs. Pure.
import type { Check, Outcome, PromptOptionValues, Source } from '@polylogue/contract'

/** Positions in the contract's lists of states. */
export const RUN = { running: 0, done: 1, cancelled: 2, failed: 3 } as const
export const ANSWER = { waiting: 0, asking: 1, judging: 2, done: 3, failed: 4, cancelled: 5 } as const

export interface RunRow {
  readonly id: number
  readonly goldenSetId: number
  readonly userId: number | null
  readonly language: string | null
  readonly state: number
  readonly errorCode: string | null
  readonly created: Date
  readonly ended: Date | null
  /** Whether answers are missing. */
  readonly incomplete: boolean
}

export interface ScorecardRow {
  readonly runId: number
  readonly modelTagId: number
  readonly modelName: string
  readonly modelTagName: string
  readonly total: number
  readonly done: number
  readonly failed: number
  readonly passed: number
  readonly checksPassed: number
  readonly checksFailed: number
  readonly checksUnclear: number
  readonly tokens: number | null
  readonly tokensPerSecond: number | null
  readonly milliseconds: number | null
  readonly won: number
  readonly lost: number
  readonly tied: number
}

/** A prompt of a run. */
export interface RunPrompt {
  readonly position: number
  readonly promptId: number
  readonly title: string
  readonly prompt: string
  readonly checks: Check[]
}

/** A prompt that one tag is asked next. */
export interface NextPrompt extends RunPrompt {
  readonly state: number
  readonly options: PromptOptionValues
  readonly custInstWhoId: number
  readonly custInstRespondId: number
  readonly responseText: string
  readonly sources: Source[]
  readonly outcomes: Outcome[]
}

export interface AnswerRow {
  readonly position: number
  readonly modelTagId: number
  readonly state: number
  readonly responseText: string
  readonly errorCode: string | null
  readonly errorMessage: string | null
  readonly sources: Source[]
  readonly tokensPrompt: number | null
  readonly tokensResponse: number | null
  readonly tokensPerSecond: number | null
  readonly overallMs: number | null
  readonly outcomes: Outcome[]
}

/** A finished answer, before it is judged. */
export interface EndedAnswer {
  readonly responseText: string
  readonly errorCode: string | null
  readonly errorMessage: string | null
  readonly sources: readonly Source[]
  readonly tokensPrompt: number | null
  readonly tokensResponse: number | null
  readonly tokensPerSecond: number | null
  readonly overallMs: number
}
