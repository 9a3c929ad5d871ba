// The versions shown in the tabs of this page. They outlive the thread: a question that comes from elsewhere goes on from them.
import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useApi, type Api } from '../../../lib/api.ts'
import { messageKeys } from '../keys.ts'
import { cachedMessages, messagesQuery, useRunStore } from '../messages/index.ts'
import type { Runs } from '../stream/index.ts'
import { createShownVersions, type ShownVersions } from './shown.ts'
import { lastShown, turnsOf } from './turns.ts'

// Kept with the runs: for one person, as long as the page lives.
const stores = new WeakMap<Runs, Map<number, ShownVersions>>()

function versionsOf(store: Runs, tabId: number): ShownVersions {
  const tabs = stores.get(store) ?? new Map<number, ShownVersions>()
  stores.set(store, tabs)
  const versions = tabs.get(tabId) ?? createShownVersions()
  tabs.set(tabId, versions)
  return versions
}

/** The versions shown in a tab. */
export function useShownVersions(tabId: number): ShownVersions {
  const store = useRunStore()
  return useMemo(() => versionsOf(store, tabId), [store, tabId])
}

export interface Shown {
  /** The older versions that a tab shows; undefined while its messages are not known. */
  known(tabId: number, replacesQueryId?: number): number[] | undefined
  /** Resolves with the same, and asks for the messages first where needed; undefined when they cannot be had. */
  load(tabId: number): Promise<number[] | undefined>
}

/** Returns what any tab shows, for whoever asks in it from outside its thread. */
export function useShown(): Shown {
  const api = useApi()
  const cache = useQueryClient()
  const store = useRunStore()
  return useMemo(() => shownOf(api, cache, store), [api, cache, store])
}

function shownOf(api: Api, cache: QueryClient, store: Runs): Shown {
  const known = (tabId: number, replacesQueryId?: number) => {
    if (cache.getQueryData(messageKeys.of(tabId)) === undefined) return undefined
    const versions = versionsOf(store, tabId)
    const messages = cachedMessages(cache, tabId)
    const runs = store.of(tabId)
    const turns = turnsOf(messages, runs, (queryId) => store.keyOf(queryId))
    versions.update(turns, lastShown(messages, runs).ids)
    return versions.sent(replacesQueryId)
  }
  return {
    known,
    async load(tabId) {
      // Without them the question still goes out, and the newest versions count.
      await cache.ensureQueryData(messagesQuery(api, cache, tabId)).catch(() => undefined)
      return known(tabId)
    },
  }
}
