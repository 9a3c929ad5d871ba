import { useTranslation } from '../../lib/texts.ts'
import { Problem } from '../../ui/states.tsx'

/** One's account may not use the API: what follows from it. */
export function ApiClosed() {
  const { t } = useTranslation('tokens')
  return <Problem>{t('apiClosed')}</Problem>
}
