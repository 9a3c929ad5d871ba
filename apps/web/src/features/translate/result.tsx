import { useState } from 'react'
import { useTranslation } from '#lib/texts.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { TextArea } from '#ui/field.tsx'
import { copyText } from '#ui/markdown/index.ts'
import type { Translated } from './api.ts'
import css from './translate.module.css'

/** The translated text, read-only, with a button that copies it. */
export function Result({ result }: { result: Translated & { to: string } }) {
  const { t } = useTranslation('translate')
  const [copied, setCopied] = useState('')
  const copy = async () => {
    if (await copyText(result.text)) setCopied(result.text)
  }
  const isCopied = copied === result.text
  return (
    <div className={css.result}>
      <TextArea label={t('result')} rows={5} dir="auto" readOnly lang={result.to} value={result.text} />
      <IconButton
        icon={isCopied ? 'check' : 'copy'}
        label={t('copy')}
        className={css.copy}
        onClick={() => void copy()}
      />
      <span className="sr" role="status">
        {isCopied ? t('copied') : t('translated')}
      </span>
    </div>
  )
}
