// Ends of a person's long work: they are told of those that no page shows while they look at it (NOTIFY-14, NOTIFY-16, NOTIFY-18).
import type { SeenEnd } from '@polylogue/contract'
import { contract } from '@polylogue/contract/browser'
import { useEffect, useRef } from 'react'
import { useApi, type Api } from './api.ts'

/** Whether the person can see this page now. In another tab, window or program they are elsewhere. */
export const isLookedAt = (): boolean => document.visibilityState === 'visible'

/** Says that the page shows the end of work of the person now, unless nobody looks at it. Never rejects: then they are told. */
export async function seeEnd(api: Api, userId: number, kind: SeenEnd, id: number): Promise<void> {
  if (!isLookedAt()) return
  await api
    .call(contract.notifications.seeEnd, { params: { userId }, body: { kind, id } })
    .catch(() => undefined)
}

/** Says so once the work of the person that the component shows has ended while it did. `isRunning` is false for that of others. */
export function useSeenEnd(userId: number, kind: SeenEnd, id: number, isRunning: boolean): void {
  const api = useApi()
  const ran = useRef<number>(undefined)
  useEffect(() => {
    if (ran.current === id && !isRunning) void seeEnd(api, userId, kind, id)
    ran.current = isRunning ? id : undefined
  }, [api, userId, kind, id, isRunning])
}
