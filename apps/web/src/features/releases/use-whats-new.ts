import { useEffect, useEffectEvent } from 'react'
import { useLocation } from 'react-router'
import { useDialogs } from '../../lib/dialogs.ts'
import { useStoredSettings, useStoreSetting } from '../settings/index.ts'
import { WHATS_NEW } from './dialogs.ts'
import { whatsNew } from './whats-new.ts'

/** Milliseconds before a page counts as opened: the start page may redirect immediately. */
const SETTLED = 600

/**
 * Opens the release notes once after an update, but never over another dialog or while `busy` (the tour is running). Returns
 * the function that closes them and marks them as read.
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
