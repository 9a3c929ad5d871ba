// What concerns people besides the one who did it: one row in the transaction of the change, without references and without a
// look at anybody. Background work finds out whom to tell (features/notifications, decision 147).
import { sql } from 'drizzle-orm'
import type { Bus } from './bus.ts'
import type { Tx } from './db/index.ts'

/** A share as it was or is. */
export interface NoticeShare {
  readonly contextId: number
  readonly canWrite: boolean
  readonly canAdmin: boolean
}

/** The item that something happened to. */
export interface NoticeItem {
  readonly noun: string
  readonly id: number
  readonly contextId: number
}

/** All shares of an item before and after a change: they say who gained, kept or lost access. */
interface AccessNotice {
  readonly kind: 'access'
  readonly data: {
    readonly ownerContextId: number
    readonly before: readonly NoticeShare[]
    readonly after: readonly NoticeShare[]
    /** People who had left the item, by their own contexts: they had no access before. */
    readonly left?: readonly number[]
  }
}

/** People and groups joined a group, left it, or it was deleted. */
interface MembersNotice {
  readonly kind: 'members'
  /** Direct members, by their contexts. */
  readonly data: {
    readonly ownerContextId: number
    readonly joined: readonly number[]
    readonly ended: readonly number[]
  }
}

/** Somebody owns things that belonged to another person; `to` is their own context. */
interface HandedOverNotice {
  readonly kind: 'handedOver'
  readonly data: { readonly to: number; readonly items: number }
}

/** Somebody asked that an item or changed texts of it are published to a group. */
interface AskedNotice {
  readonly kind: 'approvalAsked'
  /** `asked`: when, in milliseconds, because a request is asked again under its id. */
  readonly data: { readonly requestId: number; readonly groupContextId: number; readonly asked: number }
}

/** A request was decided; `asker` is their own context. */
interface DecidedNotice {
  readonly kind: 'approvalDecided'
  readonly data: { readonly what: 'approved' | 'declined'; readonly asker: number; readonly why: string }
}

/** A question that found nothing in a data source was reported: it is told to those who may change that. */
interface UnansweredNotice {
  readonly kind: 'unansweredAsked'
  readonly data: { readonly messageId: number }
}

/** Equal reported questions were dealt with: it is told to those who reported them. */
interface SolvedNotice {
  readonly kind: 'unansweredSolved'
  readonly data: { readonly reports: readonly { readonly userId: number; readonly messageId: number }[] }
}

/** Somebody signed in with a device from which they had no session: it is told to themselves. */
interface DeviceNotice {
  readonly kind: 'newDevice'
  readonly data: { readonly userId: number; readonly device: string; readonly address: string }
}

export type Notice =
  | AccessNotice
  | MembersNotice
  | HandedOverNotice
  | AskedNotice
  | DecidedNotice
  | UnansweredNotice
  | SolvedNotice
  | DeviceNotice

/** Stores what happened, to tell people of it after the commit. `actorId`: the user who did it, if anybody. */
export async function notice(
  tx: Pick<Tx, 'execute'>,
  bus: Pick<Bus, 'publish'>,
  actorId: number | null,
  item: NoticeItem | null,
  { kind, data }: Notice,
): Promise<void> {
  await tx.execute(sql`INSERT INTO notification_events (kind, actor_id, noun, item_id, context_id, data)
    VALUES (${kind}, ${actorId}, ${item?.noun ?? null}, ${item?.id ?? null}, ${item?.contextId ?? null},
      ${JSON.stringify(data)}::jsonb)`)
  await bus.publish(tx, { type: 'notices.stored' })
}
