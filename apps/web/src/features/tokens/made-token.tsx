import { useEffect, useRef, useState } from 'react'
import { useTranslation } from '#lib/texts.ts'
import { Button } from '#ui/button.tsx'
import { DialogBody, DialogFoot } from '#ui/dialog.tsx'
import { FieldGroup } from '#ui/field.tsx'
import { Icon } from '#ui/icon.tsx'
import { copyText } from '#ui/markdown/copy-text.ts'
import css from './tokens.module.css'

/** The value of a new token, shown once, with a copy button. */
export function MadeToken({ value, onDone }: { value: string; onDone: () => void }) {
  const { t } = useTranslation('tokens')
  const [copied, setCopied] = useState<boolean>()
  const copyButton = useRef<HTMLButtonElement>(null)
  // Moves the focus here: the form that had it is unmounted.
  useEffect(() => copyButton.current?.focus(), [])
  const copy = async () => setCopied(await copyText(value))
  return (
    <>
      <DialogBody>
        <p className={css.warning} role="status">
          <Icon name="alert-triangle" />
          <span>{t('once')}</span>
        </p>
        <FieldGroup label={t('value')} hint={t('valueHint')}>
          <div className={css.line}>
            <output className={css.value} aria-label={t('value')}>
              {value}
            </output>
            <Button icon={copied ? 'check' : 'copy'} ref={copyButton} onClick={() => void copy()}>
              {copied ? t('copied') : t('copy')}
            </Button>
          </div>
          {copied === false && <p role="alert">{t('notCopied')}</p>}
        </FieldGroup>
      </DialogBody>
      <DialogFoot>
        <Button size="large" kind="fill" onClick={onDone}>
          {t('done')}
        </Button>
      </DialogFoot>
    </>
  )
}
