import type { Project, Tab } from '@polylogue/contract'
import { useEffect, useState, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useShortcut } from '../../lib/shortcuts.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { DeleteTabDialog, EditTabDialog } from './dialogs.ts'
import { TabButton } from './tab-button.tsx'
import { tabId } from './tab-ids.ts'
import { TabMenu } from './tab-menu.tsx'
import css from './tab-row.module.css'
import { useTabDrag } from './use-tab-drag.ts'
import { useAdd, useOrder } from './use-tab-tools.ts'

interface TabRowProps {
  project: Project
  tabs: readonly Tab[]
  chosen: Tab
  canWrite: boolean
  onChoose: (id: number) => void
}

/** A project's tabs: arrow keys choose, Ctrl or Cmd with Shift and an arrow moves, and so do dragging and the chosen tab's menu. */
export function TabRow({ project, tabs, chosen, canWrite, onChoose }: TabRowProps) {
  const { t } = useTranslation('tabs')
  const [open, setOpen] = useState<'edit' | 'delete' | null>(null)
  const ids = tabs.map((tab) => tab.id)
  const order = useOrder(project.id, tabs)
  const drag = useTabDrag(ids, (id) => document.getElementById(tabId(id)), order.store)
  const add = useAdd(project, onChoose)
  useShortcut('Comma', add, canWrite)
  useEffect(() => {
    document.getElementById(tabId(chosen.id))?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [chosen.id])

  const place = drag.order.indexOf(chosen.id)
  const onKey = useTabKeys(drag.order, chosen.id, onChoose, (to) => canWrite && order.move(chosen.id, to))

  return (
    <div className={css.frame}>
      <div className={css.row}>
        <div role="tablist" aria-label={t('list')} className={css.list}>
          {tabs.map((tab) => (
            <TabButton
              key={tab.id}
              tab={tab}
              chosen={tab.id === chosen.id}
              lifted={drag.dragged === tab.id}
              place={drag.order.indexOf(tab.id)}
              onChoose={() => onChoose(tab.id)}
              onKey={onKey}
              onPress={canWrite ? (event) => drag.start(tab.id, event) : undefined}
            />
          ))}
        </div>
        {canWrite && (
          <>
            <TabMenu
              tab={chosen}
              place={place}
              count={tabs.length}
              onEdit={() => setOpen('edit')}
              onDelete={() => setOpen('delete')}
              onMove={(to) => order.move(chosen.id, to)}
            />
            <IconButton icon="plus" label={t('add')} keys="Ctrl ⇧ ," className={css.add} onClick={add} />
            <EditTabDialog
              key={`edit-${chosen.id}`}
              tab={chosen}
              opened={open === 'edit'}
              onClose={() => setOpen(null)}
            />
            <DeleteTabDialog tab={chosen} opened={open === 'delete'} onClose={() => setOpen(null)} />
          </>
        )}
      </div>
      <span className="sr" role="status">
        {order.announced}
      </span>
    </div>
  )
}

/** Arrows, Home and End choose another tab; with Ctrl or Cmd and Shift the arrows move the chosen one. */
function useTabKeys(
  order: readonly number[],
  chosen: number,
  onChoose: (id: number) => void,
  onMove: (to: number) => void,
): (event: KeyboardEvent) => void {
  const place = order.indexOf(chosen)
  const last = order.length - 1
  return (event) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    const to = step === undefined ? { Home: 0, End: last }[event.key] : place + step
    if (to === undefined) return
    event.preventDefault()
    if (step !== undefined && event.shiftKey && (event.ctrlKey || event.metaKey)) return onMove(to)
    const id = order.at(to > last ? 0 : to)
    if (id === undefined) return
    onChoose(id)
    document.getElementById(tabId(id))?.focus()
  }
}
