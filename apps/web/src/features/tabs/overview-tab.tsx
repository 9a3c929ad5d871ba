import type { KeyboardEvent } from 'react'
import { useTranslation } from '#lib/texts.ts'
import { tabId, tabPanelId } from './tab-ids.ts'
import css from './tab-row.module.css'

/** The id of the overview in the row; no tab has it. */
export const OVERVIEW = 0

interface OverviewTabProps {
  chosen: boolean
  onChoose: () => void
  onKey: (event: KeyboardEvent) => void
}

/** The first tab of a project: its page. It cannot be moved, renamed or deleted. */
export function OverviewTab({ chosen, onChoose, onKey }: OverviewTabProps) {
  const { t } = useTranslation('tabs')
  return (
    <button
      type="button"
      role="tab"
      id={tabId(OVERVIEW)}
      aria-selected={chosen}
      aria-controls={chosen ? tabPanelId(OVERVIEW) : undefined}
      tabIndex={chosen ? 0 : -1}
      className={css.tab}
      // Before all tabs, whose `order` begins at 0.
      style={{ order: -1 }}
      onClick={onChoose}
      onKeyDown={onKey}
    >
      <span className="cut">{t('overview')}</span>
    </button>
  )
}
