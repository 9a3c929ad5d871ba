import { useAddress } from '../../../lib/address.ts'
import { useFormat } from '../../../lib/format.ts'
import { useTranslation } from '../../../lib/texts.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import type { Asked } from './api.ts'
import css from './answer-settings.module.css'

interface AnswerSettingsProps {
  asked: Asked
  /** Whether the question was read together with the one before it. */
  together: boolean
}

/** Says that the search has the settings of an answer, and which; absent for other questions. */
export function AnswerSettings({ asked: { limit, before, budget }, together }: AnswerSettingsProps) {
  const { t } = useTranslation('workbench')
  const format = useFormat()
  const address = useAddress()
  if (budget === undefined && before === undefined) return null
  return (
    <div className={css.settings} role="note">
      <Icon name="info-circle" />
      <p>
        {t('answer.same', { count: limit })}
        {budget !== undefined && ` ${t('answer.room', { tokens: format.number(budget) })}`}
        {together && before && ` ${t('answer.together', { question: before })}`}
      </p>
      <Button size="small" onClick={() => address.put({ before: '', room: '' })}>
        {t('answer.without')}
      </Button>
    </div>
  )
}
