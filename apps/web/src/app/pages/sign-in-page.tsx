import { useState } from 'react'
import { Link, Navigate, useLocation } from 'react-router'
import { SignInForm, SsoButton, useSession } from '#features/session/index.ts'
import { useSetUpState } from '#features/setup/api.ts'
import { useConfig } from '#lib/config.ts'
import { lazyView } from '#lib/load-code.ts'
import { pathAfterSignIn } from '#lib/own-path.ts'
import { useTranslation } from '#lib/texts.ts'
import { Icon } from '#ui/icon.tsx'
import { SignedOutPage } from './signed-out-page.tsx'
import css from './sign-in-page.module.css'
import { useTitle } from './use-title.ts'

const ForcedPassword = lazyView(async () => (await import('./forced-password.tsx')).ForcedPassword)

/** Sign-in; then opens the requested page. A password set by an administrator must be changed first. */
export function SignInPage() {
  const { t } = useTranslation('session')
  const { session, past } = useSession()
  const { state } = useLocation() as { state: { from?: unknown } | null }
  const { allowSignUp, branding } = useConfig()
  const setUp = useSetUpState()
  const [typed, setTyped] = useState<string>()
  useTitle(t('title'))
  const next = pathAfterSignIn(state?.from)
  if (session?.mustChangePassword) return <ForcedPassword userId={session.userId} oldPassword={typed} />
  if (session) return <Navigate to={next} replace />
  const note = setUp.data?.needed ? t('waitingForSetUp') : past === 'ended' ? t('ended') : undefined
  return (
    <SignedOutPage title={t('title')}>
      {branding.signInText && <p className={css.text}>{branding.signInText}</p>}
      {note && (
        <p className={css.note} role="status">
          <Icon name="info-circle" />
          {note}
        </p>
      )}
      <SignInForm onSignedIn={setTyped} />
      <SsoButton from={next} />
      <p className={css.hint}>
        {allowSignUp ? (
          <>
            {t('noAccountYet')}{' '}
            <Link to="/sign-up" state={state} className={css.link}>
              {t('signUp')}
            </Link>
          </>
        ) : (
          t('noAccount')
        )}
      </p>
    </SignedOutPage>
  )
}
