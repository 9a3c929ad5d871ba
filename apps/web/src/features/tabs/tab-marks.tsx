import type { Tab } from '@polylogue/contract'
import { useIsQueued, useIsRunning, useUnread } from '#features/runs/index.ts'
import { useTranslation } from '#lib/texts.ts'
import { Icon } from '#ui/icon.tsx'
import css from './tab-marks.module.css'

/** Marks a tab that is not shown: its answer is running, queued or unread. */
export function TabMark({ tab, chosen }: { tab: Tab; chosen: boolean }) {
  const { t } = useTranslation('tabs')
  const running = useIsRunning(tab.id)
  const waits = useIsQueued(tab.id)
  const unread = useUnread().has(tab.id)
  if (chosen) return null
  if (running) return <span className={css.spin} role="img" aria-label={t('answering')} />
  if (waits)
    return (
      <span className={css.clock} role="img" aria-label={t('inLine')}>
        <Icon name="clock" size={14} />
      </span>
    )
  if (unread) return <span className={css.dot} role="img" aria-label={t('unread')} />
  return null
}

/** Marks a tab with its own prompt options. */
export function OptionsMark({ tab }: { tab: Tab }) {
  const { t } = useTranslation('tabs')
  if (Object.keys(tab.options).length === 0) return null
  return (
    <span className={css.options} role="img" aria-label={t('optionsChanged')} title={t('optionsChanged')}>
      <Icon name="adjustments-horizontal" size={14} />
    </span>
  )
}
