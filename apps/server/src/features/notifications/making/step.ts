// What the steps of making notifications pass on.
import type { NotificationKind } from '@polylogue/contract'
import type { Notice } from '#platform/notices.ts'

/** What all events have, of which some people may be told already. */
export interface AnyEvent {
  readonly id: number
  readonly kind: Notice['kind']
  readonly actorId: number | null
  readonly noun: string | null
  readonly itemId: number | null
  readonly contextId: number | null
  /** The last user of the steps that are done. */
  readonly afterId: number
  /** Users up to this one who could not be locked. */
  readonly missed: readonly number[]
  readonly attempts: number
}

export type NoticeEvent<Kind extends Notice['kind'] = Notice['kind']> = AnyEvent & {
  readonly kind: Kind
  readonly data: Extract<Notice, { kind: Kind }>['data']
}

/** Somebody to tell, and of what. */
export interface Told {
  readonly userId: number
  readonly kind: NotificationKind
  readonly data: Readonly<Record<string, string>>
}

/** The people of one step; `lastId` is undefined after the last ones. */
export interface Step {
  readonly told: readonly Told[]
  readonly lastId: number | undefined
}

/** People who are looked at in one step. */
export const STEP_PEOPLE = 200
