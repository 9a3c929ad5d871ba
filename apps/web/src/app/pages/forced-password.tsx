import { useSession } from '#features/session/index.ts'
import { lazyView } from '#lib/load-code.ts'
import { useTranslation } from '#lib/texts.ts'
import { Button } from '#ui/button.tsx'
import { SignedOutPage } from './signed-out-page.tsx'
import css from './sign-in-page.module.css'
import { useTitle } from './use-title.ts'

/** The form after an administrator has set the password. */
const ForcedPasswordForm = lazyView(
  async () => (await import('#features/users/password/forced-password-form.tsx')).ForcedPasswordForm,
)

interface ForcedPasswordProps {
  userId: number
  oldPassword: string | undefined
}

/** Asks for a new password before anything else when an administrator set the current one. */
export function ForcedPassword({ userId, oldPassword }: ForcedPasswordProps) {
  const { t } = useTranslation('session')
  const { leave } = useSession()
  useTitle(t('changeFirst'))
  return (
    <SignedOutPage title={t('changeFirst')} lead={t('changeFirstText')}>
      <ForcedPasswordForm userId={userId} oldPassword={oldPassword} />
      <p className={css.hint}>
        <Button kind="quiet" onClick={() => void leave()}>
          {t('signOut')}
        </Button>
      </p>
    </SignedOutPage>
  )
}
