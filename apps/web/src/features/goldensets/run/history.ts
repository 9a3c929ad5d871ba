// The pass rates of the runs of a set over time, for the plot. Pure.
import type { GoldenRun } from '@polylogue/contract'

export interface HistoryPoint {
  /** Index of the run, from the oldest. */
  at: number
  passed: number
  total: number
}

export interface HistoryLine {
  modelTagId: number
  name: string
  points: readonly HistoryPoint[]
}

export interface History {
  /** Starting times of the runs, the oldest first. */
  times: readonly string[]
  lines: readonly HistoryLine[]
}

/** Runs and lines in the plot at most: more cannot be distinguished. */
const MOST_RUNS = 30
const MOST_LINES = 8

/** Returns a line for each tag, those of the newest runs first; only runs that were asked to their end count. */
export function historyOf(runs: readonly GoldenRun[]): History {
  const ended = runs.filter(({ state }) => state === 'done').slice(0, MOST_RUNS)
  const lines = new Map<number, { name: string; points: HistoryPoint[] }>()
  for (const [fromNewest, { scorecards }] of ended.entries())
    for (const { modelTagId, modelName, modelTagName, passed, total } of scorecards) {
      const line = lines.get(modelTagId) ?? { name: `${modelName} ${modelTagName}`, points: [] }
      line.points.unshift({ at: ended.length - 1 - fromNewest, passed, total })
      lines.set(modelTagId, line)
    }
  return {
    times: ended.map(({ created }) => created).toReversed(),
    lines: [...lines].slice(0, MOST_LINES).map(([modelTagId, line]) => ({ modelTagId, ...line })),
  }
}

/** Returns the part of the prompts that passed, from 0 to 1. */
export const rateOf = ({ passed, total }: Pick<HistoryPoint, 'passed' | 'total'>): number =>
  total === 0 ? 0 : passed / total
