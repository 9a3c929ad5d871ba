import { useTranslation } from 'react-i18next'
import { Navigate, useLocation, useNavigate } from 'react-router'
import { SignInForm, useSession } from '../../features/session/index.ts'
import { useSetUpState } from '../../features/setup/index.ts'
import { Icon } from '../../ui/icon.tsx'
import { Door } from './door.tsx'
import css from './sign-in-page.module.css'
import { useTitle } from './use-title.ts'

/** Signing in; afterwards the page that was wanted opens. */
export function SignInPage() {
  const { t } = useTranslation('session')
  const { session, past } = useSession()
  const { state } = useLocation() as { state: { from?: string } | null }
  const navigate = useNavigate()
  const setUp = useSetUpState()
  useTitle(t('title'))
  const next = state?.from ?? '/'
  if (session) return <Navigate to={next} replace />
  const note = setUp.data?.needed ? t('waitingForSetUp') : past === 'ended' ? t('ended') : undefined
  return (
    <Door title={t('title')}>
      {note && (
        <p className={css.note} role="status">
          <Icon name="info-circle" />
          {note}
        </p>
      )}
      <SignInForm onSignedIn={() => void navigate(next, { replace: true })} />
    </Door>
  )
}
