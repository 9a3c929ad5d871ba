// The changes that are pushed to connected users. Pure.
import type { LiveMessage } from '@polylogue/contract'
import type { FormerAccess } from '#access/index.ts'

/** A change of an item, sent to the users who may read it. */
export interface ItemChange {
  readonly noun: string
  readonly id: number
  readonly messages: readonly LiveMessage[]
  /** Also notifies the users who could read it before. */
  readonly former?: FormerAccess
}

/** A change of an item's shares or a group's members; its context says which. */
export interface AccessChange {
  readonly contextId: number
  readonly former: FormerAccess
}

export type LiveChange = ItemChange | AccessChange

/** Returns messages without duplicates. */
export function distinct(messages: readonly LiveMessage[]): LiveMessage[] {
  return [...new Map(messages.map((message) => [JSON.stringify(message), message])).values()]
}
