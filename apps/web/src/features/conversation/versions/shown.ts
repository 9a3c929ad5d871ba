// Which version of each turn is shown. The next question of a tab is sent with these versions as its history. Pure.
import { SHOWN_LIMIT } from '@polylogue/contract/browser'
import { shownVersion, type Turn } from './turns.ts'

/** By the key of a turn: the chosen version, which is shown until the turn gets a new one (`of` counts them). */
export type Choices = ReadonlyMap<string, { readonly index: number; readonly of: number }>

/** Returns the index of the version that a turn shows. */
export function shownIndex(choices: Choices, turn: Turn): number {
  const own = choices.get(turn.key)
  return own?.of === turn.versions.length ? own.index : shownVersion(turn)
}

/** Shows another version; returns the same choices if it is already shown. */
export const withChoice = (choices: Choices, turn: Turn, index: number): Choices =>
  shownIndex(choices, turn) === index
    ? choices
    : new Map([...choices, [turn.key, { index, of: turn.versions.length }]])

/**
 * Returns the shown older versions, for a question; leaves out the turn that `replacesQueryId` replaces. `before` are those
 * that the last question of the tab was sent with.
 */
export function sentVersions(
  choices: Choices,
  turns: readonly Turn[],
  before: readonly number[],
  replacesQueryId?: number,
): number[] {
  const known = new Set(turns.flatMap(({ versions }) => versions.map(({ message }) => message?.id)))
  const older = turns.flatMap((turn) => {
    const index = shownIndex(choices, turn)
    const isReplaced = turn.versions.some(({ message }) => message && message.id === replacesQueryId)
    const id = turn.versions[index]?.message?.id
    return index < turn.versions.length - 1 && !isReplaced && id !== undefined ? [id] : []
  })
  // Keeps the choice for turns that are not loaded.
  return [...before.filter((id) => !known.has(id)), ...older].slice(-SHOWN_LIMIT)
}
