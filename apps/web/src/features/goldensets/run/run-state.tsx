import type { GoldenRun } from '@polylogue/contract'
import { ApiProblem } from '#lib/api.ts'
import { useStoredErrorMessage } from '#lib/problem.ts'
import { useTranslation } from '#lib/texts.ts'
import { Status } from '#ui/table.tsx'

const KINDS = { running: 'warn', done: 'ok', cancelled: 'off', failed: 'bad' } as const

/** The state of a run as a dot and a word. */
export function RunState({ state }: Pick<GoldenRun, 'state'>) {
  const { t } = useTranslation('goldensets')
  return <Status kind={KINDS[state]}>{t(`runs.states.${state}`)}</Status>
}

/** Returns a function that says why something failed, by its code; empty without a code. */
export function useRunError(): (errorCode: string | null) => string {
  const errorMessage = useStoredErrorMessage()
  return (errorCode) =>
    errorCode === null
      ? ''
      : errorMessage(new ApiProblem(0, errorCode as ApiProblem['code'], ''), true).sentence
}
