// What a page knows of its conversations that the server does not store: kept beside the query cache, once for each client.
import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'

export interface RunningAnswer {
  projectId: number
  tabId: number
  /** Undefined while the question is not stored yet. */
  messageId?: number | undefined
  /** The run of this page that writes it; undefined for one begun elsewhere. */
  run?: symbol | undefined
}

/** A tab with an answer that the person has not looked at. */
export interface Unread {
  projectId: number
  tabId: number
  /** When the answer ended, milliseconds since 1970. */
  since: number
}

/** A list that components subscribe to. Pass a new list to change it. */
export class List<T> {
  #items: readonly T[] = []
  readonly #listeners = new Set<() => void>()

  readonly get = (): readonly T[] => this.#items

  /** Replaces the list by what `next` makes of it. Listeners are not called when that has the same items. */
  change(next: (items: readonly T[]) => readonly T[]): void {
    const items = next(this.#items)
    if (items.length === this.#items.length && items.every((item, at) => item === this.#items[at])) return
    this.#items = items
    for (const listener of this.#listeners) listener()
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }
}

export interface ConversationState {
  /** Answers that are being written. */
  readonly running: List<RunningAnswer>
  /** Tabs with an answer that nobody has looked at. */
  readonly unread: List<Unread>
  /** The tab of each question that waits on this page until another answer ends. */
  readonly waiting: List<number>
  /** Messages whose answers this page followed since it was loaded. */
  readonly followed: Set<number>
  /** How often each tab is on the screen: a comparison may show one beside the conversation. */
  readonly shown: Map<number, number>
  /** By tab: messages invalidated by a live event and not refetched yet. */
  readonly invalidated: Map<number, Set<number>>
}

const states = new WeakMap<QueryClient, ConversationState>()

export function stateOf(client: QueryClient): ConversationState {
  const known = states.get(client)
  if (known) return known
  const state: ConversationState = {
    running: new List(),
    unread: new List(),
    waiting: new List(),
    followed: new Set(),
    shown: new Map(),
    invalidated: new Map(),
  }
  states.set(client, state)
  return state
}

/** Subscribes a component to one of the lists. */
export function useList<T>(choose: (state: ConversationState) => List<T>): readonly T[] {
  const list = choose(stateOf(useQueryClient()))
  return useSyncExternalStore(list.subscribe, list.get, list.get)
}

/** Forgets the lists of a person who has left. */
export function clearConversationState(client: QueryClient): void {
  const { running, unread, waiting } = stateOf(client)
  for (const list of [running, unread, waiting]) list.change(() => [])
}
