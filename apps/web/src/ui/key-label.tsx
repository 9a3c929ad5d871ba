import { useTranslation } from '../lib/texts.ts'
import { Icon } from './icon.tsx'
import css from './key-label.module.css'

/**
 * A shortcut as `shortcutLabel` says it, “Ctrl ⇧ P”. The sign for Shift is drawn, and called by its name: it is in no font of the
 * page, and in each computer another one is found for it, after all that the page names have been asked.
 */
export function KeyLabel({ keys, className }: { keys: string; className?: string | undefined }) {
  const { t } = useTranslation('ui')
  const [before, after] = keys.split('⇧')
  if (after === undefined) return <kbd className={className}>{keys}</kbd>
  return (
    <kbd className={className}>
      {before}
      <Icon name="arrow-big-up" size={14} className={css.shift} />
      <span className="sr">{t('shift')}</span>
      {after}
    </kbd>
  )
}
