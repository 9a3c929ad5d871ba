// Builds the response form of runs. Pure.
import {
  GOLDEN_ANSWER_STATES,
  GOLDEN_RUN_STATES,
  type GoldenAnswer,
  type GoldenResult,
  type GoldenRun,
  type Scorecard,
} from '@polylogue/contract'
import { RUN, type AnswerRow, type RunPrompt, type RunRow, type ScorecardRow } from './rows.ts'

export function toScorecard(row: ScorecardRow): Scorecard {
  const { modelTagId, modelName, modelTagName, total, done, failed, passed } = row
  const { checksPassed, checksFailed, checksUnclear, tokens, tokensPerSecond, milliseconds } = row
  return {
    modelTagId,
    modelName,
    modelTagName,
    total,
    done,
    failed,
    passed,
    checks: { passed: checksPassed, failed: checksFailed, unclear: checksUnclear },
    tokens,
    tokensPerSecond,
    milliseconds,
    votes: { won: row.won, lost: row.lost, tied: row.tied },
  }
}

export function toRun(
  row: RunRow,
  scorecards: readonly ScorecardRow[],
  may: { readonly cancel: boolean; readonly retry: boolean },
): GoldenRun {
  const isRunning = row.state === RUN.running
  return {
    id: row.id,
    goldensetId: row.goldenSetId,
    state: GOLDEN_RUN_STATES[row.state] ?? 'failed',
    errorCode: row.errorCode,
    userId: row.userId,
    created: row.created.toISOString(),
    ended: row.ended?.toISOString() ?? null,
    total: scorecards.reduce((sum, { total }) => sum + total, 0),
    done: scorecards.reduce((sum, { done }) => sum + done, 0),
    scorecards: scorecards.map(toScorecard),
    can: { cancel: isRunning && may.cancel, retry: !isRunning && row.incomplete && may.retry },
  }
}

function toAnswer(row: AnswerRow): GoldenAnswer {
  return {
    modelTagId: row.modelTagId,
    state: GOLDEN_ANSWER_STATES[row.state] ?? 'failed',
    responseText: row.responseText,
    errorCode: row.errorCode,
    errorMessage: row.errorMessage,
    sources: row.sources,
    numTokPrompt: row.tokensPrompt,
    numTokResponse: row.tokensResponse,
    tokenPerSeconds: row.tokensPerSecond,
    overallResponseTime: row.overallMs,
    outcomes: row.outcomes,
  }
}

export function toResults(prompts: readonly RunPrompt[], answers: readonly AnswerRow[]): GoldenResult[] {
  const byPosition = Map.groupBy(answers, ({ position }) => position)
  return prompts.map(({ position, promptId, title, prompt, checks }) => ({
    position,
    promptId,
    title,
    prompt,
    checks,
    answers: (byPosition.get(position) ?? []).map(toAnswer),
  }))
}
