// What a page keeps outside React and its query cache. It belongs to the query client of the page, not to a module.
import type { QueryClient } from '@tanstack/react-query'

interface Kept {
  state: unknown
  leave: () => void
}

const pages = new WeakMap<QueryClient, Map<object, Kept>>()

/**
 * Returns a function that gives each page a state of its own, created on first use. `leave` clears it when the user signs
 * out or another one signs in.
 */
export function perPage<State>(
  create: (page: QueryClient) => State,
  leave: (state: State) => void = () => undefined,
): (page: QueryClient) => State {
  const name = {}
  return (page) => {
    const all = pages.get(page) ?? new Map<object, Kept>()
    pages.set(page, all)
    const known = all.get(name)
    if (known) return known.state as State
    const state = create(page)
    all.set(name, { state, leave: () => leave(state) })
    return state
  }
}

/** Like `perPage`, but for one user: `end` ends the state when that user leaves the page, or another one comes. */
export function perUser<State, Options>(
  create: (page: QueryClient, userId: number, options: Options) => State,
  end: (state: State) => void,
): (page: QueryClient, userId: number, options: Options) => State {
  const endLast = (kept: { last?: { userId: number; state: State } }) => {
    const { last } = kept
    delete kept.last
    if (last) end(last.state)
  }
  const keptOf = perPage((): Parameters<typeof endLast>[0] => ({}), endLast)
  return (page, userId, options) => {
    const kept = keptOf(page)
    if (kept.last?.userId === userId) return kept.last.state
    endLast(kept)
    const state = create(page, userId, options)
    kept.last = { userId, state }
    return state
  }
}

/** Clears what a page keeps: its user has left. */
export function leavePage(page: QueryClient): void {
  for (const { leave } of pages.get(page)?.values() ?? []) leave()
}
