import { useTranslation } from '#lib/texts.ts'
import { ShownOnce } from '#ui/shown-once.tsx'

/** The value of a new token, shown once, with a copy button. */
export function MadeToken({ value, onDone }: { value: string; onDone: () => void }) {
  const { t } = useTranslation('tokens')
  const words = {
    once: t('once'),
    label: t('value'),
    hint: t('valueHint'),
    copy: t('copy'),
    copied: t('copied'),
    notCopied: t('notCopied'),
    done: t('done'),
  }
  return <ShownOnce value={value} words={words} onDone={onDone} />
}
