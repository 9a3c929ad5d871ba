import { useErrorMessage } from '#lib/problem.ts'
import { useTranslation } from '#lib/texts.ts'
import { Button } from '#ui/button.tsx'
import { Problem } from '#ui/states.tsx'
import { useSsoState } from './api.ts'
import css from './sso-button.module.css'
import { SSO_ADDRESS, useSsoBegin } from './sso.ts'

interface SsoButtonProps {
  /** The address that was requested. */
  from: string
  /** Whether it opens another browser tab, so that unsent input on this page is kept. */
  newWindow?: boolean
}

/** Button for single sign-on; renders nothing when it is not configured. */
export function SsoButton({ from, newWindow = false }: SsoButtonProps) {
  const { t } = useTranslation('session')
  const errorMessage = useErrorMessage()
  const { data } = useSsoState()
  const begin = useSsoBegin()
  if (!data?.enabled) return null
  const go = () => {
    if (newWindow) window.open(`${SSO_ADDRESS}?begin`, '_blank')
    else begin.mutate({ from, closes: false })
  }
  return (
    <div className={css.sso}>
      <p className={css.or}>{t('or')}</p>
      <Button size="page" icon="login" busy={begin.isPending} className={css.button} onClick={go}>
        {t('ssoWith', { name: data.name })}
      </Button>
      {begin.error && <Problem>{errorMessage(begin.error).sentence}</Problem>}
    </div>
  )
}
