import { useEffect, useEffectEvent } from 'react'
import { useLocation } from 'react-router'
import { useDialogs } from '../../lib/dialogs.ts'
import { useStoredSettings, useStoreSetting } from '../settings/index.ts'
import { WHATS_NEW } from './dialogs.ts'
import { whatsNew } from './whats-new.ts'

/** A page counts as reached when its address has stood this long: where one starts may lead on at once. */
const SETTLED = 600

/**
 * Opens the release notes once after a new version was installed, never over another dialog or while `busy` (the tour runs).
 * Returns what closes them: then they count as read.
 */
export function useWhatsNew(busy: boolean): () => void {
  const { data: stored } = useStoredSettings()
  const store = useStoreSetting()
  const dialogs = useDialogs()
  const { key } = useLocation()
  const state = stored ? whatsNew(stored, __APP_VERSION__) : 'no'
  const markSeen = useEffectEvent(() => store('whatsNewScreen', __APP_VERSION__))
  const open = useEffectEvent(() => dialogs.show(WHATS_NEW))
  const due = state === 'show' && !busy && dialogs.open === null
  useEffect(() => {
    if (state === 'mark') markSeen()
  }, [state])
  useEffect(() => {
    if (!due) return undefined
    const timer = setTimeout(open, SETTLED)
    return () => clearTimeout(timer)
  }, [due, key])
  return () => {
    if (state !== 'no') store('whatsNewScreen', __APP_VERSION__)
    dialogs.close()
  }
}
