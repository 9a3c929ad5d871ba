import { useProMode } from '#features/settings/index.ts'
import { useNotices } from '#lib/notices.ts'
import { useTranslation } from '#lib/texts.ts'
import { MenuChoices } from '#ui/menu.tsx'

/** The choice between simple and pro mode; a notice explains the difference. */
export function ModeChoices() {
  const { t } = useTranslation('shell')
  const notices = useNotices()
  const { pro, choose } = useProMode()
  const switchTo = (mode: 'simple' | 'pro') => {
    choose(mode === 'pro')
    const text = mode === 'pro' ? t('proText') : t('simpleText')
    notices.show({ kind: 'info', title: mode === 'pro' ? t('proOn') : t('simpleOn'), text })
  }
  return (
    <MenuChoices
      label={t('mode')}
      value={pro ? 'pro' : 'simple'}
      options={[
        { value: 'simple', label: t('simple') },
        { value: 'pro', label: t('pro') },
      ]}
      onChange={switchTo}
    />
  )
}
