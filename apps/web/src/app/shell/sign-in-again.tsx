import type { User } from '@polylogue/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { SignInForm, SsoButton, useSession, useUserId } from '#features/session/index.ts'
import { useAppName } from '#lib/config.ts'
import { userKeys } from '#features/users/keys.ts'
import { lazyView } from '#lib/load-code.ts'
import { useTranslation } from '#lib/texts.ts'
import { Button } from '#ui/button.tsx'
import { coverPage } from '#ui/cover.ts'
import { Mark } from '#ui/mark.tsx'
import css from './sign-in-again.module.css'

const ForcedPasswordForm = lazyView(
  async () => (await import('#features/users/password/forced-password-form.tsx')).ForcedPasswordForm,
)

/**
 * Asks a user to sign in again without leaving the page: input and dialogs are kept. The page is covered, because a session
 * ended from elsewhere may mean a lost device.
 */
export function SignInAgain() {
  const { t } = useTranslation('session')
  const { session, giveUp, leave } = useSession()
  const userId = useUserId()
  const known = useQueryClient().getQueryData<User>(userKeys.one(userId))
  const [typed, setTyped] = useState<string>()
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    if (!dialog.current) return undefined
    const uncover = coverPage(dialog.current)
    dialog.current.querySelector<HTMLElement>('input[type="password"]')?.focus()
    return uncover
  }, [])
  const changing = session?.mustChangePassword === true
  // Outside of the root element, which is inert while a dialog is open.
  return createPortal(
    <dialog ref={dialog} className={css.cover} aria-labelledby="sign-in-again">
      <div className={css.column}>
        <Mark name={useAppName()} large />
        <h2 id="sign-in-again">{changing ? t('changeFirst') : t('again')}</h2>
        <p className={css.lead}>{changing ? t('changeFirstText') : t('ended')}</p>
        {changing ? (
          <ForcedPasswordForm userId={userId} oldPassword={typed} />
        ) : (
          <>
            <SignInForm userName={known?.username} onSignedIn={setTyped} />
            <SsoButton from="/" newWindow />
          </>
        )}
        <p className={css.other}>
          <Button kind="quiet" onClick={() => (changing ? void leave() : giveUp())}>
            {t('somebodyElse')}
          </Button>
        </p>
      </div>
    </dialog>,
    document.body,
  )
}
