// Which version of each turn of a tab is shown. The next question is sent with these versions as its history.
import { SHOWN_LIMIT } from '@polylogue/contract/browser'
import { createContext } from 'react'
import { createChanges } from '../../../lib/store.ts'
import { shownVersion, type Turn } from './turns.ts'

export interface ShownVersions {
  /** Returns the index of the version that a turn shows. */
  of(turn: Turn): number
  /** Shows another version until the turn gets a new one. */
  choose(turn: Turn, index: number): void
  readonly subscribe: (listener: () => void) => () => void
  /**
   * Returns the shown older versions, for a question; leaves out the turn that `replacesQueryId` replaces. `before` are
   * those that the last question of the tab was sent with.
   */
  sent(turns: readonly Turn[], before: readonly number[], replacesQueryId?: number): number[]
}

export function createShownVersions(): ShownVersions {
  const chosen = new Map<string, { index: number; of: number }>()
  const changes = createChanges()
  const of = (turn: Turn): number => {
    const own = chosen.get(turn.key)
    return own?.of === turn.versions.length ? own.index : shownVersion(turn)
  }
  return {
    of,
    choose(turn, index) {
      if (of(turn) === index) return
      chosen.set(turn.key, { index, of: turn.versions.length })
      changes.notify()
    },
    subscribe: changes.subscribe,
    sent(turns, before, replacesQueryId) {
      const known = new Set(turns.flatMap(({ versions }) => versions.map(({ message }) => message?.id)))
      const older = turns.flatMap((turn) => {
        const index = of(turn)
        const isReplaced = turn.versions.some(({ message }) => message && message.id === replacesQueryId)
        const id = turn.versions[index]?.message?.id
        return index < turn.versions.length - 1 && !isReplaced && id !== undefined ? [id] : []
      })
      // Keeps the choice for turns that are not loaded.
      return [...before.filter((id) => !known.has(id)), ...older].slice(-SHOWN_LIMIT)
    },
  }
}

/** The shown versions of the enclosing tab; null in a comparison, which has none. */
export const ShownContext = createContext<ShownVersions | null>(null)
