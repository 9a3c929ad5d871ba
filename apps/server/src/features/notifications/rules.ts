// What is told to those who look. Pure.
import type { LiveMessage } from '@polylogue/contract'
import type { FormerAccess } from '../../access/index.ts'

/** Something that happened to an item, told to whoever may read it. */
export interface ItemHappening {
  readonly noun: string
  readonly id: number
  readonly messages: readonly LiveMessage[]
  /** Those who could read it before are told as well. */
  readonly former?: FormerAccess
}

/** Shares of an item or members of a group changed; which of the two, its context tells. */
export interface AccessHappening {
  readonly contextId: number
  readonly former: FormerAccess
}

export type Happening = ItemHappening | AccessHappening

/** Messages without those that say the same as an earlier one. */
export function distinct(messages: readonly LiveMessage[]): LiveMessage[] {
  return [...new Map(messages.map((message) => [JSON.stringify(message), message])).values()]
}
