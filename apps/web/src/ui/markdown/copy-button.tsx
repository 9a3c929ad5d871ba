import { useState } from 'react'
import { useTranslation } from '#lib/texts.ts'
import { IconButton } from '../icon-button.tsx'
import type { IconName } from '../icon.tsx'
import { copyText } from './copy-text.ts'

/** Copies a text and shows a tick for two seconds. */
export function CopyButton({
  label,
  icon = 'copy',
  text,
}: {
  label: string
  icon?: IconName
  text: () => string
}) {
  const { t } = useTranslation('markdown')
  const [copied, setCopied] = useState(false)
  const copy = async () => {
    if (!(await copyText(text()))) return
    setCopied(true)
    setTimeout(() => setCopied(false), 2_000)
  }
  return (
    <>
      <IconButton icon={copied ? 'check' : icon} label={label} onClick={() => void copy()} />
      <span className="sr" role="status">
        {copied ? t('copied') : ''}
      </span>
    </>
  )
}
