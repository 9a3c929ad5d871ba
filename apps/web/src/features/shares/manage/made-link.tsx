import { useTranslation } from '#lib/texts.ts'
import { ShownOnce } from '#ui/shown-once.tsx'
import css from './shares.module.css'

/** The address of a new link, shown once, with a copy button. */
export function MadeLink({ address, onDone }: { address: string; onDone: () => void }) {
  const { t } = useTranslation('shares')
  const words = {
    once: t('once'),
    label: t('link'),
    hint: t('linkHint'),
    copy: t('copy'),
    copied: t('copied'),
    notCopied: t('notCopied'),
    done: t('done'),
  }
  const link = (
    <a href={address} target="_blank" rel="noreferrer" className={css.try}>
      {t('try')}
    </a>
  )
  return <ShownOnce value={address} words={words} hint={link} onDone={onDone} />
}
