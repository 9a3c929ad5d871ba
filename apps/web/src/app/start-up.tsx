import { useTranslation } from 'react-i18next'

/** The 2 px bar at the window's top while the product starts. */
export function StartUp() {
  const { t } = useTranslation('shell')
  return <div className="start-up" role="progressbar" aria-label={t('startUp')} />
}
