// A run as CSV. Pure.
import type { Check, GoldenResult, GoldenRun } from '@polylogue/contract'
import { toCsv, withoutFormula } from '#lib/csv.ts'
import type { OutcomeWords } from '../editor/use-check-words.ts'

/** Spreadsheets detect UTF-8 only with a byte order mark. */
const BYTE_ORDER_MARK = '\ufeff'

export interface CsvWords extends OutcomeWords {
  head: readonly string[]
  check: (check: Check) => string
}

/** Returns a run as CSV, one row per prompt and model. Figures are machine-readable. */
export function csvOf(run: GoldenRun, results: readonly GoldenResult[], words: CsvWords): string {
  const rows = results.flatMap(({ position, title, prompt, checks, answers }) =>
    run.scorecards.map(({ modelTagId, modelName, modelTagName }) => {
      const answer = answers.find((one) => one.modelTagId === modelTagId)
      const outcomes = (answer?.outcomes ?? []).flatMap((outcome, at) => {
        const check = checks[at]
        return check
          ? [`${words.verdict(outcome)}: ${words.check(check)} ${words.reason(outcome)}`.trim()]
          : []
      })
      const passed = outcomes.length > 0 && answer?.outcomes.every((outcome) => outcome.passed === true)
      return [
        String(position + 1),
        withoutFormula(title),
        withoutFormula(prompt),
        withoutFormula(modelName),
        withoutFormula(modelTagName),
        answer?.state ?? 'waiting',
        withoutFormula(answer?.responseText ?? ''),
        answer?.errorCode ?? '',
        outcomes.length === 0 ? '' : String(passed),
        withoutFormula(outcomes.join('\n')),
        String(answer?.numTokPrompt ?? ''),
        String(answer?.numTokResponse ?? ''),
        answer?.tokenPerSeconds == null ? '' : answer.tokenPerSeconds.toFixed(1),
        answer?.overallResponseTime == null ? '' : (answer.overallResponseTime / 1_000).toFixed(1),
      ]
    }),
  )
  return `${BYTE_ORDER_MARK}${toCsv([words.head, ...rows])}\r\n`
}
