import { useTranslation } from '../../lib/texts.ts'
import { Problem } from '../../ui/states.tsx'

/** Notice that the user's account may not use the API. */
export function ApiClosed() {
  const { t } = useTranslation('tokens')
  return <Problem>{t('apiClosed')}</Problem>
}
