// Client state of conversations that the server does not store: one per query client.
import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { createStore, useStore } from '../../lib/store.ts'

/** Names a tab and its project. */
export interface TabRef {
  projectId: number
  tabId: number
}

export interface RunningAnswer extends TabRef {
  /** Undefined until the question is stored. */
  messageId?: number | undefined
  /** The run of this page; undefined for an answer started elsewhere. */
  run?: symbol | undefined
}

/** A tab with an answer that the user has not seen. */
export interface Unread extends TabRef {
  /** End of the answer, in milliseconds since 1970. */
  since: number
}

/** A list that components subscribe to. Pass a new list to change it. */
export class List<T> {
  readonly #items = createStore<readonly T[]>([])
  readonly get = this.#items.get
  readonly subscribe = this.#items.subscribe

  /** Replaces the list by the result of `next`. Does not notify listeners if the items are the same. */
  change(next: (items: readonly T[]) => readonly T[]): void {
    this.#items.update((now) => {
      const items = next(now)
      return items.length === now.length && items.every((item, at) => item === now[at]) ? now : items
    })
  }
}

export interface ConversationState {
  /** Running answers. */
  readonly running: List<RunningAnswer>
  /** Tabs with an unread answer. */
  readonly unread: List<Unread>
  /** Tab ids of the questions in the queue of this page. */
  readonly waiting: List<number>
  /** Messages whose answers this page has followed. */
  readonly followed: Set<number>
  /** How often each tab is visible: a comparison may show one next to the conversation. */
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
  return useStore(choose(stateOf(useQueryClient())))
}

const forgetters = new Set<() => void>()

/** Registers a function that clears what another feature keeps of conversations in the page's memory. */
export function onLeaving(forget: () => void): void {
  forgetters.add(forget)
}

/** Clears the state when a user has left. */
export function clearConversationState(client: QueryClient): void {
  for (const forget of forgetters) forget()
  const { running, unread, waiting } = stateOf(client)
  for (const list of [running, unread, waiting]) list.change(() => [])
}
