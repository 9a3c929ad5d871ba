import { Link, Navigate, useLocation } from 'react-router'
import { useSession } from '#features/session/index.ts'
import { useConfig } from '#lib/config.ts'
import { lazyView } from '#lib/load-code.ts'
import { pathAfterSignIn } from '#lib/own-path.ts'
import { useTranslation } from '#lib/texts.ts'
import { SignedOutPage } from './signed-out-page.tsx'
import css from './sign-in-page.module.css'
import { useTitle } from './use-title.ts'

const SignUpForm = lazyView(async () => (await import('#features/users/form/sign-up-form.tsx')).SignUpForm)

/** Sign-up, where the installation allows it; then opens the requested page. */
export function SignUpPage() {
  const { t } = useTranslation('users')
  const { session } = useSession()
  const { state } = useLocation() as { state: { from?: unknown } | null }
  const { allowSignUp } = useConfig()
  useTitle(t('signUp.title'))
  if (session) return <Navigate to={pathAfterSignIn(state?.from)} replace />
  const toSignIn = (
    <Link to="/sign-in" state={state} className={css.link}>
      {t('signUp.toSignIn')}
    </Link>
  )
  return (
    <SignedOutPage title={t('signUp.title')} lead={allowSignUp ? undefined : t('signUp.off')}>
      {allowSignUp && <SignUpForm />}
      <p className={css.hint}>
        {allowSignUp && t('signUp.haveOne')} {toSignIn}
      </p>
    </SignedOutPage>
  )
}
