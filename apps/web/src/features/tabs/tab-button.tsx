import type { Tab } from '@polylogue/contract'
import type { KeyboardEvent, PointerEvent } from 'react'
import { CutName } from '#ui/cut-name.tsx'
import { findModel, useModels } from '#features/models/index.ts'
import { tabId, tabPanelId } from './tab-ids.ts'
import { OptionsMark, TabMark } from './tab-marks.tsx'
import css from './tab-row.module.css'

/** Position and state of a tab in the row. */
export interface TabPlace {
  index: number
  chosen: boolean
  lifted: boolean
  /** Replaced by the rename field. */
  renamed: boolean
}

export interface TabEvents {
  onChoose: () => void
  onRename: (() => void) | undefined
  onPress: ((event: PointerEvent) => void) | undefined
  onKey: (event: KeyboardEvent) => void
}

/** Shows the name of a tab, and its model if there is room. */
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
      // Tabs have even `order` values; the menu of the chosen tab has the odd one after it.
      style={{ order: place.index * 2 }}
      onClick={events.onChoose}
      onDoubleClick={events.onRename}
      onPointerDown={events.onPress}
      onKeyDown={events.onKey}
    >
      <TabMark tab={tab} chosen={place.chosen} />
      <CutName name={tab.name} />
      <OptionsMark tab={tab} />
      {model && <span className={css.model}>{model}</span>}
    </button>
  )
}
