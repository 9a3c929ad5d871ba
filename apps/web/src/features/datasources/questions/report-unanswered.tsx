import { useErrorMessage } from '../../../lib/problem.ts'
import { useTranslation } from '../../../lib/texts.ts'
import { Button } from '../../../ui/button.tsx'
import { Problem } from '../../../ui/states.tsx'
import { useReport } from './api.ts'
import css from './questions.module.css'

interface ReportUnansweredProps {
  datasourceId: number
  messageId: number
}

/** Lets the person who asked tell the people who keep the data source that it has nothing. */
export function ReportUnanswered({ datasourceId, messageId }: ReportUnansweredProps) {
  const { t } = useTranslation('test-questions')
  const errorMessage = useErrorMessage()
  const report = useReport(datasourceId)
  if (report.isSuccess)
    return (
      <p className={css.quiet} role="status">
        {t('report.told')}
      </p>
    )
  return (
    <div>
      <div className={css.bar}>
        <Button size="small" busy={report.isPending} onClick={() => report.mutate(messageId)}>
          {t('report.tell')}
        </Button>
        <span className={css.quiet}>{t('report.hint')}</span>
      </div>
      {report.error && (
        <Problem>{t('report.failed', { sentence: errorMessage(report.error).sentence })}</Problem>
      )}
    </div>
  )
}
