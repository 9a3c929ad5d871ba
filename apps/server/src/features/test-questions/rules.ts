// Computes the place of a test question, and builds the response forms. Pure.
import type { TestChange, TestQuestion, TestRun } from '@polylogue/contract'
import { overlap } from '@polylogue/retrieval'
import type { FoundPassage } from '#features/datasources/index.ts'

/** The passage that a question should find. */
export interface ExpectedPassage {
  /** Null without a document, and after it was removed; then `mediaName` stays. */
  readonly mediaId: number | null
  readonly mediaName: string | null
  readonly quote: string
}

/** Returns the place of the first right passage among the found ones, from 1, or null. */
export function rankOf(
  { mediaId, mediaName, quote }: ExpectedPassage,
  hits: readonly Pick<FoundPassage, 'mediaId' | 'text' | 'why'>[],
): number | null {
  const isRight = ({ mediaId: id, text, why }: (typeof hits)[number]) => {
    if (mediaName === null) return !why.weak
    return id === mediaId && (quote === '' || overlap(quote, text))
  }
  const place = hits.findIndex(isRight)
  return place < 0 ? null : place + 1
}

export interface QuestionRow extends ExpectedPassage {
  readonly id: number
  readonly datasourceId: number
  readonly q: string
  readonly userId: number | null
  readonly created: Date
  readonly modified: Date
  /** Whether it has a result in the newest finished run and in the run before that, and the ranks. */
  readonly hasNow: boolean
  readonly rankNow: number | null
  readonly hasBefore: boolean
  readonly rankBefore: number | null
}

export function toQuestionResponse(row: QuestionRow): TestQuestion {
  const { id, datasourceId, q, mediaId, mediaName, quote, userId, created, modified } = row
  return {
    id,
    datasourceId,
    q,
    expected: mediaName === null ? null : { mediaId, name: mediaName, quote },
    userId,
    created: created.toISOString(),
    modified: modified.toISOString(),
    now: row.hasNow ? { rank: row.rankNow } : null,
    before: row.hasBefore ? { rank: row.rankBefore } : null,
    change: row.hasNow && row.hasBefore ? changeOf(row.rankBefore, row.rankNow) : null,
  }
}

function changeOf(before: number | null, now: number | null): TestChange {
  if (before === now) return 'same'
  return (now ?? Infinity) < (before ?? Infinity) ? 'better' : 'worse'
}

export interface RunRow {
  readonly id: number
  readonly datasourceId: number
  readonly state: number
  readonly byChange: boolean
  readonly userId: number | null
  readonly created: Date
  readonly ended: Date | null
  readonly total: number
  readonly done: number
  readonly found: number
  readonly mrr: number
  readonly better: number
  readonly worse: number
  readonly documents: number
  readonly chunks: number
}

const RUN_STATES = ['running', 'done', 'failed'] as const

export function toRunResponse({ state, byChange, created, ended, ...row }: RunRow): TestRun {
  return {
    ...row,
    state: RUN_STATES[state] ?? 'failed',
    cause: byChange ? 'change' : 'person',
    created: created.toISOString(),
    ended: ended?.toISOString() ?? null,
  }
}
