import { useErrorMessage } from '#lib/problem.ts'
import { useTranslation } from '#lib/texts.ts'
import { Button } from '#ui/button.tsx'
import { Problem } from '#ui/states.tsx'
import { useReport, useTold, useWithdraw } from './api.ts'
import css from './unanswered.module.css'

interface ReportUnansweredProps {
  datasourceId: number
  messageId: number
}

/** Lets the person who asked tell the people who keep the data source that it has nothing, and take that back. */
export function ReportUnanswered({ datasourceId, messageId }: ReportUnansweredProps) {
  const { t } = useTranslation('unanswered')
  const errorMessage = useErrorMessage()
  const told = useTold(datasourceId)
  const report = useReport(datasourceId)
  const withdraw = useWithdraw(datasourceId)
  if (told.isPending) return null
  const isTold = told.data?.includes(messageId) ?? false
  const change = isTold ? withdraw : report
  return (
    <div>
      <div className={css.bar}>
        {isTold && <Told />}
        <Button size="small" busy={change.isPending} onClick={() => change.mutate(messageId)}>
          {t(isTold ? 'report.withdraw' : 'report.tell')}
        </Button>
        {!isTold && <span className={css.quiet}>{t('report.hint')}</span>}
      </div>
      {change.error && (
        <Problem>
          {t(isTold ? 'report.notWithdrawn' : 'report.failed', {
            sentence: errorMessage(change.error).sentence,
          })}
        </Problem>
      )}
    </div>
  )
}

function Told() {
  const { t } = useTranslation('unanswered')
  return (
    <span className={css.quiet} role="status">
      {t('report.told')}
    </span>
  )
}
