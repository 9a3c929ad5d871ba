import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { SetUpForm } from '#features/setup/set-up-form.tsx'
import { useSetUpState } from '#features/setup/api.ts'
import { useTranslation } from '#lib/texts.ts'
import { LinkButton } from '#ui/button.tsx'
import { Problem } from '#ui/states.tsx'
import { SignedOutPage } from './signed-out-page.tsx'
import { useTitle } from './use-title.ts'

/** Creates the first user. The key is in the URL fragment, which no server receives and no log contains. */
export function SetUpPage() {
  const { t } = useTranslation('setup')
  const navigate = useNavigate()
  const { hash } = useLocation()
  const [key] = useState(() => new URLSearchParams(hash.slice(1)).get('key'))
  const setUp = useSetUpState()
  useTitle(t('title'))
  if (setUp.data?.needed === false)
    return (
      <SignedOutPage title={t('title')} lead={t('done')}>
        <LinkButton to="/sign-in" kind="fill" size="large">
          {t('toSignIn')}
        </LinkButton>
      </SignedOutPage>
    )
  return (
    <SignedOutPage title={t('title')} lead={t('lead')}>
      {key ? (
        <SetUpForm setUpKey={key} onDone={() => void navigate('/', { replace: true })} />
      ) : (
        <Problem>{t('noKey')}</Problem>
      )}
    </SignedOutPage>
  )
}
