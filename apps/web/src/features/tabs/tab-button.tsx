import type { Tab } from '@polylogue/contract'
import type { KeyboardEvent, PointerEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useRunning } from '../../lib/running.ts'
import { findModel, useModels } from '../models/index.ts'
import { tabId, tabPanelId } from './tab-ids.ts'
import css from './tab-row.module.css'

interface TabButtonProps {
  tab: Tab
  chosen: boolean
  lifted: boolean
  place: number
  onChoose: () => void
  onPress: ((event: PointerEvent) => void) | undefined
  onKey: (event: KeyboardEvent) => void
}

/** One tab: its name, and its model where there is room. */
export function TabButton({ tab, chosen, lifted, place, onChoose, onPress, onKey }: TabButtonProps) {
  const { t } = useTranslation('tabs')
  const { data: models } = useModels()
  const running = useRunning().some((answer) => answer.tabId === tab.id)
  const model = findModel(models, tab.defaultModelId)?.name
  return (
    <button
      type="button"
      role="tab"
      id={tabId(tab.id)}
      aria-selected={chosen}
      aria-controls={chosen ? tabPanelId(tab.id) : undefined}
      tabIndex={chosen ? 0 : -1}
      title={tab.description ? `${tab.name}\n${tab.description}` : tab.name}
      className={css.tab}
      data-lifted={lifted || undefined}
      // Places are even; the chosen tab's menu stands at the odd one behind it.
      style={{ order: place * 2 }}
      onClick={onChoose}
      onPointerDown={onPress}
      onKeyDown={onKey}
    >
      {running && !chosen && <span className={css.spin} role="img" aria-label={t('answering')} />}
      <span className="cut">{tab.name}</span>
      {model && <span className={css.model}>{model}</span>}
    </button>
  )
}
