import { useEffect, useRef, useState } from 'react'
import { useTranslation } from '#lib/texts.ts'
import { Button } from '#ui/button.tsx'
import { DialogBody, DialogFoot } from '#ui/dialog.tsx'
import { FieldGroup } from '#ui/field.tsx'
import { Icon } from '#ui/icon.tsx'
import { copyText } from '#ui/markdown/copy-text.ts'
import css from './shares.module.css'

/** The address of a new link, shown once, with a copy button. */
export function MadeLink({ address, onDone }: { address: string; onDone: () => void }) {
  const { t } = useTranslation('shares')
  const [copied, setCopied] = useState<boolean>()
  const button = useRef<HTMLButtonElement>(null)
  // Moves the focus here: the form that had it is unmounted.
  useEffect(() => button.current?.focus(), [])
  const copy = async () => setCopied(await copyText(address))
  return (
    <>
      <DialogBody>
        <p className={css.warning} role="status">
          <Icon name="alert-triangle" />
          <span>{t('once')}</span>
        </p>
        <FieldGroup label={t('link')} hint={t('linkHint')}>
          <div className={css.line}>
            <output className={css.value} aria-label={t('link')}>
              {address}
            </output>
            <Button icon={copied ? 'check' : 'copy'} ref={button} onClick={() => void copy()}>
              {copied ? t('copied') : t('copy')}
            </Button>
          </div>
          {copied === false && <p role="alert">{t('notCopied')}</p>}
        </FieldGroup>
      </DialogBody>
      <DialogFoot
        hint={
          <a href={address} target="_blank" rel="noreferrer" className={css.try}>
            {t('try')}
          </a>
        }
      >
        <Button size="large" kind="fill" onClick={onDone}>
          {t('done')}
        </Button>
      </DialogFoot>
    </>
  )
}
