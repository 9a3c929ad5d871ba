import { useTranslation } from '#lib/texts.ts'
import { LinkButton } from '#ui/button.tsx'
import { Problem } from '#ui/states.tsx'
import { useUserId } from '#features/session/index.ts'

/** Notice that the user's account may not use the API. */
export function ApiClosed() {
  const { t } = useTranslation('tokens')
  const userId = useUserId()
  return (
    <Problem
      action={
        <LinkButton size="small" to={`/users/${userId}`}>
          {t('toProfile')}
        </LinkButton>
      }
    >
      {t('apiClosed')}
    </Problem>
  )
}
