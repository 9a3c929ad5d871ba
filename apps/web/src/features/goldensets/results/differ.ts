// What the answers to a prompt have in common. Pure.
import type { GoldenAnswer, GoldenResult } from '@polylogue/contract'

const isMissing = ({ state }: GoldenAnswer): boolean => state === 'failed' || state === 'cancelled'

const verdicts = ({ outcomes }: GoldenAnswer): string =>
  outcomes.map(({ passed }) => (passed === null ? '?' : passed ? '+' : '-')).join('')

/** Whether an answer is missing, a check failed, or the models differ in their checks. */
export function isNotable({ answers }: Pick<GoldenResult, 'answers'>): boolean {
  if (answers.some((answer) => isMissing(answer) || answer.outcomes.some(({ passed }) => passed === false)))
    return true
  return new Set(answers.map(verdicts)).size > 1
}

/** Two tags whose answers are compared. */
export type Compared = readonly [number, number]

/** Returns the texts of the compared tags; undefined until both have answered. */
export function textsOf(
  { answers }: Pick<GoldenResult, 'answers'>,
  compared: Compared,
): readonly [string, string] | undefined {
  const [before, after] = compared.map((tag) => answers.find(({ modelTagId }) => modelTagId === tag))
  if (!before || !after || before.responseText === '' || after.responseText === '') return undefined
  return [before.responseText, after.responseText]
}
