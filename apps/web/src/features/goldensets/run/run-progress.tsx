import type { GoldenRun } from '@polylogue/contract'
import { useNotices } from '#lib/notices.ts'
import { useErrorMessage } from '#lib/problem.ts'
import { useTranslation } from '#lib/texts.ts'
import { Button } from '#ui/button.tsx'
import { ProgressBar } from '#ui/progress-bar.tsx'
import { useCancelRun } from '../runs-api.ts'
import css from './run.module.css'

/** The progress of a run that is going on, and a button to cancel it. */
export function RunProgress({ run }: { run: GoldenRun }) {
  const { t } = useTranslation('goldensets')
  const errorMessage = useErrorMessage()
  const notices = useNotices()
  const cancel = useCancelRun()
  const { id: runId, goldensetId: id, done, total, can } = run
  const onError = (error: Error) =>
    notices.show({ kind: 'failure', title: t('runs.notCancelled'), text: errorMessage(error).sentence })
  const said = t('runs.progress', { done, total })
  return (
    <div className={css.progressLine}>
      <span role="status" className="num">
        {said}
      </span>
      <ProgressBar label={said} done={done} total={total} />
      {can.cancel && (
        <Button
          size="small"
          busy={cancel.isPending}
          onClick={() => cancel.mutate({ id, runId }, { onError })}
        >
          {t('runs.cancel')}
        </Button>
      )}
    </div>
  )
}
