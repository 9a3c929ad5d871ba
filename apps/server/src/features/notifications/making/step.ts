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
  /** Those of them whose turn it is, once everybody else was told. */
  readonly retried: readonly number[] | undefined
  /** The roles whose people may use the kind of item; undefined for all. */
  readonly roles: readonly number[] | undefined
  readonly attempts: number
}

export type NoticeEvent<Kind extends Notice['kind'] = Notice['kind']> = AnyEvent & {
  readonly kind: Kind
  readonly data: Extract<Notice, { kind: Kind }>['data']
}

/** An event as it is stored. */
export type StoredEvent = Omit<NoticeEvent, 'retried' | 'roles'>

/** After everybody: from then on only those who were missed have a turn. */
export const EVERYBODY = Number.MAX_SAFE_INTEGER

/** Returns the missed people whose turn it is; undefined before everybody had one. */
export const retriedOf = ({ afterId, missed }: StoredEvent): readonly number[] | undefined =>
  afterId === EVERYBODY ? missed.slice(0, STEP_PEOPLE) : undefined

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
