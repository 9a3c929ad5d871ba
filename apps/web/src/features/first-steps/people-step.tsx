import { useState } from 'react'
import { Link } from 'react-router'
import { useConfig } from '#lib/config.ts'
import { useTranslation } from '#lib/texts.ts'
import { Button, LinkButton } from '#ui/button.tsx'
import { copyText } from '#ui/markdown/copy-text.ts'
import css from './first-steps.module.css'

/** Invites people: create accounts, or share the sign-up address. */
export function PeopleStep() {
  const { t } = useTranslation('first-steps')
  const { allowSignUp } = useConfig()
  const address = location.origin
  const isLocal = /^(localhost|127\.|\[::1\])/.test(location.hostname)
  return (
    <>
      <p>{allowSignUp ? t('people.signUp') : t('people.text')}</p>
      <div className={css.buttons}>
        <LinkButton icon="plus" to="/users?dialog=new-user">
          {t('people.create')}
        </LinkButton>
        {!isLocal && <CopyAddress address={address} />}
      </div>
      {isLocal && (
        <p className={css.small}>
          {t('people.onlyHere', { address })} <Link to="/help/getting-started">{t('people.how')}</Link>
        </p>
      )}
    </>
  )
}

function CopyAddress({ address }: { address: string }) {
  const { t } = useTranslation('first-steps')
  const [copied, setCopied] = useState<boolean>()
  return (
    <>
      <Button icon="copy" onClick={() => void copyText(address).then(setCopied)}>
        {t('people.copy')}
      </Button>
      <span role="status" className={css.small}>
        {copied && t('people.copied')}
        {copied === false && address}
      </span>
    </>
  )
}
