import { useTranslation } from '#lib/texts.ts'
import { Icon } from './icon.tsx'
import css from './key-label.module.css'

/**
 * Shows the label from `shortcutLabel`, “Ctrl ⇧ P”. Shift is an icon with an accessible name: the page's fonts lack the
 * sign, and every computer would use a different fallback font.
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
