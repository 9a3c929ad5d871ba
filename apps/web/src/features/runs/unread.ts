// Tabs with an unread answer on this device. Stored per user in localStorage, shared by all pages of this browser.
import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { tabKeys } from '#features/tabs/keys.ts'
import { hasLeft } from '#lib/session.ts'
import { isLookedAt } from '#lib/seen-end.ts'
import { perPage } from '#lib/per-page.ts'
import { createStore, useStore } from '#lib/store.ts'
import type { TabRef } from './answers.ts'

/** A tab with an answer that the user has not seen. */
export interface Unread extends TabRef {
  /** End of the answer, in milliseconds since 1970. */
  since: number
}

const none: readonly Unread[] = []

/** The unread marks of a page. `shown` counts how often each tab is visible: a comparison may show one beside the conversation. */
export const unreadOf = perPage(
  () => ({ unread: createStore(none), shown: new Map<number, number>() }),
  ({ unread }) => unread.set(none),
)

const PREFIX = 'polylogue.unread.'

/** Maximum age of an unread mark, and maximum number of them. */
const NEWS_MS = 30 * 86_400_000
const MAX = 300

const tabsOf = (list: readonly Unread[]): ReadonlySet<number> => new Set(list.map(({ tabId }) => tabId))
const projectsOf = (list: readonly Unread[]): ReadonlySet<number> =>
  new Set(list.map(({ projectId }) => projectId))

/** Returns the ids of the tabs with an unread answer on this device. The same set until it changes. */
export const useUnread = (): ReadonlySet<number> => useUnreadAs(tabsOf)

/** Returns the ids of the projects with an unread tab. */
export const useUnreadProjects = (): ReadonlySet<number> => useUnreadAs(projectsOf)

function useUnreadAs(select: (list: readonly Unread[]) => ReadonlySet<number>): ReadonlySet<number> {
  const list = useStore(unreadOf(useQueryClient()).unread)
  return useMemo(() => select(list), [select, list])
}

/** Marks a tab as visible: its answers count as read while the page is visible. */
export function useSeen({ projectId, id: tabId }: { projectId: number; id: number }): void {
  const cache = useQueryClient()
  useEffect(() => {
    const { shown, unread } = unreadOf(cache)
    shown.set(tabId, (shown.get(tabId) ?? 0) + 1)
    const see = () => {
      if (isShown(cache, tabId)) unread.update((list) => seen(cache, list, { projectId, tabId }))
    }
    see()
    document.addEventListener('visibilitychange', see)
    return () => {
      document.removeEventListener('visibilitychange', see)
      shown.set(tabId, (shown.get(tabId) ?? 1) - 1)
    }
  }, [cache, projectId, tabId])
}

/** Marks a tab as unread after an answer, unless the tab is visible. */
export function noteEnded(cache: QueryClient, { projectId, tabId }: TabRef): void {
  if (isShown(cache, tabId)) return
  const news: Unread = { projectId, tabId, since: Date.now() }
  unreadOf(cache).unread.update((list) => [...list.filter((one) => one.tabId !== tabId), news].slice(-MAX))
}

/** Stores the unread marks of a user in this browser until the returned function is called. */
export function keepUnread(cache: QueryClient, userId: number): () => void {
  const key = PREFIX + userId
  const { unread } = unreadOf(cache)
  const stored = () => read(key).filter((one) => !isShown(cache, one.tabId))
  const store = () => write(key, unread.get())
  const load = (next: (list: readonly Unread[]) => readonly Unread[]) => {
    unread.update(next)
    // Tells other pages that the visible tab is read.
    store()
  }
  const onStorage = (event: StorageEvent) => {
    if (event.key === key) load(stored)
  }
  window.addEventListener('storage', onStorage)
  load((list) => merged(stored(), list))
  const leave = unread.subscribe(store)
  return () => {
    leave()
    window.removeEventListener('storage', onStorage)
    unread.update(() => none)
  }
}

const merged = (stored: readonly Unread[], known: readonly Unread[]): readonly Unread[] =>
  known.length === 0 ? stored : [...stored.filter((one) => !tabsOf(known).has(one.tabId)), ...known]

/** Removes the mark of the visible tab, and marks of deleted tabs in its project. */
function seen(cache: QueryClient, list: readonly Unread[], { projectId, tabId }: TabRef): readonly Unread[] {
  const tabs = cache.getQueryData<readonly { id: number }[]>(tabKeys.of(projectId))
  const stays = (one: Unread) =>
    one.tabId !== tabId &&
    (one.projectId !== projectId || tabs === undefined || tabs.some(({ id }) => id === one.tabId))
  return keeping(list, stays)
}

/** Returns the same list if all stay, so that nobody is notified. */
export const keeping = (list: readonly Unread[], stays: (one: Unread) => boolean): readonly Unread[] =>
  list.every(stays) ? list : list.filter(stays)

/** Whether the user sees a tab now. */
export const isShown = (cache: QueryClient, tabId: number): boolean =>
  (unreadOf(cache).shown.get(tabId) ?? 0) > 0 && isLookedAt()

function read(key: string): readonly Unread[] {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(key) ?? '[]')
    if (!Array.isArray(value)) return none
    const oldest = Date.now() - NEWS_MS
    return value.filter((one): one is Unread => isUnread(one) && one.since > oldest).slice(-MAX)
  } catch {
    return none
  }
}

// If storage is full or forbidden, the marks last until the page is closed.
function write(key: string, list: readonly Unread[]): void {
  const text = list.length > 0 ? JSON.stringify(list) : null
  try {
    if (text === localStorage.getItem(key)) return
    if (text === null) localStorage.removeItem(key)
    else if (!hasLeft()) localStorage.setItem(key, text)
  } catch {
    return
  }
}

function isUnread(value: unknown): value is Unread {
  const one = value as Partial<Unread> | null
  return typeof one?.projectId === 'number' && typeof one.tabId === 'number' && typeof one.since === 'number'
}
