import { useTranslation } from '#lib/texts.ts'
import { Icon } from '#ui/icon.tsx'
import { useAwaited } from '../api.ts'
import css from './model-picker.module.css'

/** Lists model servers that are unreachable; their models appear automatically once they answer. */
export function Awaited() {
  const { t } = useTranslation('models')
  const names = useAwaited()
  if (names.length === 0) return null
  return (
    <p className={css.awaited} role="status">
      <Icon name="clock" size={14} />
      {t('awaited', { count: names.length, names: names.join(', ') })}
    </p>
  )
}
