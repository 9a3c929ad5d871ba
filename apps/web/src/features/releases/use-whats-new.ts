import { useEffect, useEffectEvent, useState } from 'react'
import { useLocation } from 'react-router'
import { useDialogs } from '#lib/dialogs.ts'
import { useViewer } from '#features/session/index.ts'
import { useStoredSettings, useStoreSetting } from '#features/settings/index.ts'
import { lazyDialog } from '#ui/lazy-dialog.tsx'
import { isNewsDue } from './whats-new.ts'

/** Name of the release notes dialog in the URL. */
export const WHATS_NEW = 'whats-new'

export const WhatsNewDialog = lazyDialog(async () => (await import('./whats-new-dialog.tsx')).WhatsNewDialog)

/** Milliseconds before a page counts as opened: the start page may redirect immediately. */
const SETTLED = 600
const A_DAY = 86_400_000

/** Opens the release notes of a version once, but never over another dialog or while `busy` (the tour is running). */
export function useWhatsNew(busy: boolean): void {
  const { data: stored } = useStoredSettings()
  const store = useStoreSetting()
  const dialogs = useDialogs()
  const { key } = useLocation()
  const { data: viewer } = useViewer()
  const [opened] = useState(() => Date.now())
  const isNewcomer = viewer === undefined || opened - Date.parse(viewer.created) < A_DAY
  const isDue = stored !== undefined && isNewsDue(stored, __APP_VERSION__, isNewcomer)
  const open = useEffectEvent(() => dialogs.show(WHATS_NEW))
  const markSeen = useEffectEvent(() => {
    if (stored && stored.whatsNewScreen !== __APP_VERSION__) store('whatsNewScreen', __APP_VERSION__)
  })
  const isOpen = dialogs.open === WHATS_NEW
  // Also when Back closes them.
  useEffect(() => (isOpen ? () => markSeen() : undefined), [isOpen])
  const due = isDue && !busy && dialogs.open === null
  useEffect(() => {
    if (!due) return undefined
    const timer = setTimeout(open, SETTLED)
    return () => clearTimeout(timer)
  }, [due, key])
}
