import type { Tab } from '@polylogue/contract'
import type { KeyboardEvent, PointerEvent } from 'react'
import { findModel, useModels } from '../models/index.ts'
import { tabId, tabPanelId } from './tab-ids.ts'
import { OptionsMark, TabMark } from './tab-marks.tsx'
import css from './tab-row.module.css'

/** How a tab stands in its row. */
export interface TabPlace {
  index: number
  chosen: boolean
  lifted: boolean
  /** Its name is being changed: a field stands in its place. */
  renamed: boolean
}

export interface TabEvents {
  onChoose: () => void
  onRename: (() => void) | undefined
  onPress: ((event: PointerEvent) => void) | undefined
  onKey: (event: KeyboardEvent) => void
}

/** One tab: its name, and its model where there is room. */
export function TabButton({ tab, place, events }: { tab: Tab; place: TabPlace; events: TabEvents }) {
  const { data: models } = useModels()
  const model = findModel(models, tab.defaultModelId)?.name
  return (
    <button
      type="button"
      role="tab"
      id={tabId(tab.id)}
      aria-selected={place.chosen}
      aria-controls={place.chosen ? tabPanelId(tab.id) : undefined}
      tabIndex={place.chosen ? 0 : -1}
      title={tab.description ? `${tab.name}\n${tab.description}` : tab.name}
      className={css.tab}
      hidden={place.renamed}
      data-lifted={place.lifted || undefined}
      // Places are even; the chosen tab's menu stands at the odd one behind it.
      style={{ order: place.index * 2 }}
      onClick={events.onChoose}
      onDoubleClick={events.onRename}
      onPointerDown={events.onPress}
      onKeyDown={events.onKey}
    >
      <TabMark tab={tab} chosen={place.chosen} />
      <span className="cut">{tab.name}</span>
      <OptionsMark tab={tab} />
      {model && <span className={css.model}>{model}</span>}
    </button>
  )
}
