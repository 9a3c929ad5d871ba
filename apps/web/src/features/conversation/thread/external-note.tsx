import { useTranslation } from '#lib/texts.ts'
import { Icon } from '#ui/icon.tsx'
import css from '../conversation.module.css'

/** Says that data is sent to an external provider. */
export function ExternalNote({ provider }: { provider: string }) {
  const { t } = useTranslation('models')
  return (
    <p className={css.note}>
      <Icon name="alert-triangle" />
      <span>{t('externalNote', { provider })}</span>
    </p>
  )
}
