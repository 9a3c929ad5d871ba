// The shown versions of the tabs. They outlive the thread, because a question asked elsewhere uses them.
import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useApi, type Api } from '#lib/api.ts'
import { messageKeys } from '../keys.ts'
import { cachedMessages, messagesQuery, useRunStore } from '../messages/index.ts'
import type { Runs } from '#features/runs/index.ts'
import { perPage } from '#lib/per-page.ts'
import { createStore, useStore } from '#lib/store.ts'
import { type Choices, sentVersions, shownIndex, withChoice } from './shown.ts'
import { lastShown, type Turn, turnsOf } from './turns.ts'

const NONE: Choices = new Map()
const choicesOf = perPage(
  () => createStore(NONE),
  (choices) => choices.set(NONE),
)

/** Returns the index of the version that a turn shows, and a function that shows another one. */
export function useShownVersion(turn: Turn): [index: number, show: (index: number) => void] {
  const choices = choicesOf(useQueryClient())
  const index = useStore(choices, (all) => shownIndex(all, turn))
  return [index, (next) => choices.update((all) => withChoice(all, turn, next))]
}

export interface Shown {
  /** Returns the shown older versions of a tab; undefined if its messages are not cached. */
  known(tabId: number, replacesQueryId?: number): number[] | undefined
  /** Resolves with the same and fetches the messages if necessary; undefined if that fails. */
  load(tabId: number): Promise<number[] | undefined>
}

/** Returns the shown versions of any tab, for callers outside its thread. */
export function useShown(): Shown {
  const api = useApi()
  const cache = useQueryClient()
  const store = useRunStore()
  return useMemo(() => shownOf(api, cache, store), [api, cache, store])
}

function shownOf(api: Api, cache: QueryClient, store: Runs): Shown {
  const known = (tabId: number, replacesQueryId?: number) => {
    if (cache.getQueryData(messageKeys.of(tabId)) === undefined) return undefined
    const messages = cachedMessages(cache, tabId)
    const runs = store.of(tabId)
    const turns = turnsOf(messages, runs, (queryId) => store.keyOf(queryId))
    return sentVersions(choicesOf(cache).get(), turns, lastShown(messages, runs).ids, replacesQueryId)
  }
  return {
    known,
    async load(tabId) {
      // If that fails, the question is sent with the newest versions.
      await cache.ensureQueryData(messagesQuery(api, cache, tabId)).catch(() => undefined)
      return known(tabId)
    },
  }
}
