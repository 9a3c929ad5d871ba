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
  }
}

export type Notice = AccessNotice

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
