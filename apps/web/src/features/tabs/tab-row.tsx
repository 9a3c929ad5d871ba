import type { Project, Tab } from '@polylogue/contract'
import { Suspense, useState, type KeyboardEvent } from 'react'
import { canAdminister } from '#lib/can.ts'
import { useDialogs } from '#lib/dialogs.ts'
import { lazyView } from '#lib/load-code.ts'
import { useShortcut, useShortcutLabel } from '#lib/shortcuts.ts'
import { useTranslation } from '#lib/texts.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { usePermission } from '#features/session/index.ts'
import { CopyTabDialog, DeleteTabDialog, EditTabDialog, MoveTabDialog } from './dialogs.ts'
import { OVERVIEW, OverviewTab } from './overview-tab.tsx'
import { RenameTab } from './rename-tab.tsx'
import { TabButton } from './tab-button.tsx'
import { tabId } from './tab-ids.ts'
import { TabMenu } from './tab-menu.tsx'
import css from './tab-row.module.css'
import { useInView } from './use-in-view.ts'
import { useOverflow } from './use-overflow.ts'
import { useTabDrag } from './use-tab-drag.ts'
import { useAdd, useOrder } from './use-tab-tools.ts'

const AllTabs = lazyView(async () => (await import('./all-tabs.tsx')).AllTabs)

/** From this many tabs on, names are cut so short that the list of all tabs is shown even if the row fits. */
const CROWDED = 9

interface TabRowProps {
  project: Project
  tabs: readonly Tab[]
  /** Undefined for the overview of the project. */
  chosen: Tab | undefined
  /** Whether the overview is the first tab; a chat has none. */
  hasOverview: boolean
  canWrite: boolean
  /** Chooses a tab, or the overview by its id. */
  onChoose: (id: number) => void
}

/**
 * Shows the tabs of a project, after its overview. Arrow keys choose; with Alt+Shift (or Ctrl/Cmd+Shift) they move the chosen
 * tab, as do dragging and its menu; F2 and double click rename. Overflowing tabs are reached by scrolling or the menu of all tabs.
 */
export function TabRow(props: TabRowProps) {
  const { project, tabs, chosen, canWrite, onChoose } = props
  const { t } = useTranslation('tabs')
  const keys = useShortcutLabel()
  const [overflow, row] = useOverflow()
  const add = useAdd(project, onChoose)
  useShortcut('Comma', add, canWrite)
  useInView(chosen?.id ?? OVERVIEW)
  return (
    <div className={css.frame} data-tour="tabs" data-keep-clear="above">
      <div
        className={css.view}
        data-before={overflow.before || undefined}
        data-after={overflow.after || undefined}
      >
        <div ref={row} className={css.row}>
          <Tabs {...props} />
        </div>
      </div>
      {canWrite && (
        <IconButton icon="plus" label={t('add')} keys={keys('Comma')} className={css.add} onClick={add} />
      )}
      {(overflow.before || overflow.after || tabs.length >= CROWDED) && (
        <Suspense fallback={null}>
          <AllTabs tabs={tabs} chosen={chosen} onChoose={onChoose} />
        </Suspense>
      )}
      {canWrite && chosen && <Dialogs tab={chosen} />}
    </div>
  )
}

function Tabs({ project, tabs, chosen, hasOverview, canWrite, onChoose }: TabRowProps) {
  const { t } = useTranslation('tabs')
  const dialogs = useDialogs()
  const mayExport = usePermission('can_use_chatbots') === true
  const [renamed, setRenamed] = useState<number | null>(null)
  const order = useOrder(project.id, tabs)
  const ids = tabs.map(({ id }) => id)
  const drag = useTabDrag(ids, (id) => document.getElementById(tabId(id)), order.store)
  const place = chosen ? drag.order.indexOf(chosen.id) : -1
  const rename = (id: number) => canWrite && setRenamed(id)
  const before = hasOverview ? [OVERVIEW] : []
  const onKey = useTabKeys([...before, ...drag.order], chosen?.id ?? OVERVIEW, {
    choose: onChoose,
    move: (to) => canWrite && chosen && order.move(chosen.id, to - before.length),
    rename: () => chosen && rename(chosen.id),
    remove: () => canWrite && chosen?.can.remove && dialogs.show('delete-tab'),
  })
  const field = tabs.find((tab) => tab.id === renamed)
  return (
    <>
      <div role="tablist" aria-label={t('list')} className={css.list}>
        {hasOverview && <OverviewTab chosen={!chosen} onChoose={() => onChoose(OVERVIEW)} onKey={onKey} />}
        {tabs.map((tab) => (
          <TabButton
            key={tab.id}
            tab={tab}
            place={{
              index: drag.order.indexOf(tab.id),
              chosen: tab.id === chosen?.id,
              lifted: drag.dragged === tab.id,
              renamed: tab.id === renamed,
            }}
            events={{
              onChoose: () => onChoose(tab.id),
              onRename: canWrite ? () => rename(tab.id) : undefined,
              onKey,
              onPress: canWrite ? (event) => drag.start(tab.id, event) : undefined,
            }}
          />
        ))}
      </div>
      {field && (
        <RenameTab tab={field} place={drag.order.indexOf(field.id)} onDone={() => setRenamed(null)} />
      )}
      {canWrite && chosen && (
        <TabMenu
          tab={chosen}
          place={{ index: place, count: tabs.length }}
          mayExport={mayExport && canAdminister(project)}
          onRename={() => rename(chosen.id)}
          onDialog={dialogs.show}
          onMove={(to) => order.move(chosen.id, to)}
        />
      )}
      <span className="sr" role="status">
        {order.announced}
      </span>
    </>
  )
}

/** Dialogs of the menu, for the chosen tab. */
function Dialogs({ tab }: { tab: Tab }) {
  const { open, close } = useDialogs()
  return (
    <>
      <EditTabDialog key={tab.id} tab={tab} opened={open === 'edit-tab'} onClose={close} />
      <CopyTabDialog key={`copy-${tab.id}`} tab={tab} opened={open === 'copy-tab'} onClose={close} />
      <MoveTabDialog tab={tab} opened={tab.can.move && open === 'move-tab'} onClose={close} />
      <DeleteTabDialog tab={tab} opened={tab.can.remove && open === 'delete-tab'} onClose={close} />
    </>
  )
}

interface KeyActs {
  choose: (id: number) => void
  move: (to: number) => void
  rename: () => void
  remove: () => void
}

function useTabKeys(order: readonly number[], chosen: number, acts: KeyActs): (event: KeyboardEvent) => void {
  const place = order.indexOf(chosen)
  const last = order.length - 1
  return (event) => {
    const act = { F2: acts.rename, Delete: acts.remove }[event.key]
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    const to = step === undefined ? { Home: 0, End: last }[event.key] : place + step
    if (act === undefined && to === undefined) return
    event.preventDefault()
    if (act) return act()
    if (to === undefined) return
    if (step !== undefined && event.shiftKey && (event.altKey || event.ctrlKey || event.metaKey))
      return acts.move(to)
    const id = order.at(to > last ? 0 : to)
    if (id === undefined) return
    acts.choose(id)
    document.getElementById(tabId(id))?.focus()
  }
}
