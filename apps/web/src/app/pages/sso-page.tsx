import { useEffect, useEffectEvent } from 'react'
import { useNavigate } from 'react-router'
import { useSession, useSsoBegin, useSsoFinish } from '#features/session/index.ts'
import { pathAfterSignIn } from '#lib/own-path.ts'
import { useErrorMessage } from '#lib/problem.ts'
import { useTranslation } from '#lib/texts.ts'
import { LinkButton } from '#ui/button.tsx'
import { Problem } from '#ui/states.tsx'
import { SignedOutPage } from './signed-out-page.tsx'
import { useTitle } from './use-title.ts'

/**
 * The redirect target of the identity provider: completes the sign-in and opens the requested address. With `?begin` (opened
 * by another tab to sign in again) it first redirects to the provider, and closes at the end.
 */
export function SsoPage() {
  const { t } = useTranslation('session')
  const errorMessage = useErrorMessage()
  const { begin, finish, closing } = useSso()
  const error = begin.error ?? finish.error
  useTitle(t('title'))
  return (
    <SignedOutPage title={t('title')} lead={error ? undefined : closing ? t('ssoClose') : t('ssoGoing')}>
      {error && (
        <Problem action={<LinkButton to="/sign-in">{t('toSignIn')}</LinkButton>}>
          {errorMessage(error).sentence}
        </Problem>
      )}
    </SignedOutPage>
  )
}

function useSso() {
  const session = useSession()
  const navigate = useNavigate()
  const begin = useSsoBegin()
  const finish = useSsoFinish()
  const start = useEffectEvent(() => {
    const callback = location.href
    if (new URLSearchParams(location.search).has('begin')) return begin.mutate({ from: '/', closes: true })
    // The code works once and should not stay in the address or the history.
    history.replaceState(history.state, '', location.pathname)
    finish.mutate(callback, {
      onSuccess: (made) => {
        session.begin(made.session)
        if (made.state?.closes) return window.close()
        const next = pathAfterSignIn(made.state?.from)
        const state = made.session.mustChangePassword ? { from: next } : null
        void navigate(state ? '/sign-in' : next, { replace: true, state })
      },
    })
  })
  useEffect(() => start(), [])
  return { begin, finish, closing: finish.data?.state?.closes === true }
}
