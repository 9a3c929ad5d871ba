import { useState } from 'react'
import { useTranslation } from '#lib/texts.ts'
import { Button } from '#ui/button.tsx'
import { FieldGroup } from '#ui/field.tsx'
import { copyText } from '#ui/markdown/copy-text.ts'
import css from './shown-password.module.css'

/** Shows a generated password in full with a copy button, to be passed on. */
export function ShownPassword({ password, hint }: { password: string; hint?: string }) {
  const { t } = useTranslation('users')
  const [copied, setCopied] = useState<boolean>()
  const copy = async () => setCopied(await copyText(password))
  return (
    <FieldGroup label={t('password.generated')} hint={hint ?? ''}>
      <div className={css.line}>
        <output className={css.password} aria-label={t('password.generated')}>
          {password}
        </output>
        <Button icon={copied ? 'check' : 'copy'} onClick={() => void copy()}>
          {copied ? t('password.copied') : t('password.copy')}
        </Button>
      </div>
      {copied === false && <p role="alert">{t('password.notCopied')}</p>}
    </FieldGroup>
  )
}
