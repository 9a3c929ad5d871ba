import type { SearchMeta } from '@polylogue/contract'
import { useAddress } from '#lib/address.ts'
import { useFormat } from '#lib/format.ts'
import { useTranslation } from '#lib/texts.ts'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import type { ExplainedQuestion } from './api.ts'
import css from './answer-settings.module.css'

interface AnswerSettingsProps {
  asked: ExplainedQuestion
  /** How the question was read; undefined before the reply. */
  read: Pick<SearchMeta, 'together' | 'translated'> | undefined
}

/** Says that the search has the settings of an answer, and which; absent for other questions. */
export function AnswerSettings({ asked, read }: AnswerSettingsProps) {
  const { t } = useTranslation('workbench')
  const format = useFormat()
  const address = useAddress()
  const { limit, before, translation, budget } = asked
  if (budget === undefined && before === undefined && translation === undefined) return null
  return (
    <div className={css.settings} role="note">
      <Icon name="info-circle" />
      <p>
        {t('answer.same', { count: limit })}
        {budget !== undefined && ` ${t('answer.room', { tokens: format.number(budget) })}`}
        {read?.together && before && ` ${t('answer.together', { question: before })}`}
        {read?.translated && translation && ` ${t('answer.translated', { question: translation })}`}
      </p>
      <Button size="small" onClick={() => address.put({ before: '', translation: '', room: '' })}>
        {t('answer.without')}
      </Button>
    </div>
  )
}
