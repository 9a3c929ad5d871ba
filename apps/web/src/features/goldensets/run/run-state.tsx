import type { GoldenRun } from '@polylogue/contract'
import { ApiProblem } from '#lib/api.ts'
import { useStoredErrorMessage } from '#lib/problem.ts'
import { useSeenEnd } from '#lib/seen-end.ts'
import { useTranslation } from '#lib/texts.ts'
import { Status } from '#ui/table.tsx'
import { useUserId } from '#features/session/index.ts'

const KINDS = { running: 'warn', done: 'ok', cancelled: 'off', failed: 'bad' } as const

/** The state of a run as a dot and a word. */
export function RunState({ state }: Pick<GoldenRun, 'state'>) {
  const { t } = useTranslation('goldensets')
  return <Status kind={KINDS[state]}>{t(`runs.states.${state}`)}</Status>
}

/** Notes that the user sees the end of a run of theirs. */
export function useSeenRun({ id, state, userId }: GoldenRun): void {
  const own = useUserId()
  useSeenEnd(own, 'goldenRunEnded', id, state === 'running' && userId === own)
}

/** Returns a function that says why something failed, by its code; empty without a code. */
export function useRunError(): (errorCode: string | null) => string {
  const errorMessage = useStoredErrorMessage()
  return (errorCode) =>
    errorCode === null
      ? ''
      : errorMessage(new ApiProblem(0, errorCode as ApiProblem['code'], ''), true).sentence
}
