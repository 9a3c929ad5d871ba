// What concerns people besides the one who did it: one row in the transaction of the change, without references and without a
// look at anybody. Background work finds out whom to tell (features/notifications, decision 147).
import { sql } from 'drizzle-orm'
import { publishing, type Bus } from './bus.ts'
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

/** Equal reported questions were answered, by a document or otherwise: it is told to those who reported them. */
interface SolvedNotice {
  readonly kind: 'unansweredSolved'
  readonly data: {
    readonly reports: readonly { readonly userId: number; readonly messageId: number }[]
    readonly mediaId?: number | undefined
  }
}

/** Somebody signed in with a device from which they had no session: it is told to themselves. */
interface DeviceNotice {
  readonly kind: 'newDevice'
  readonly data: { readonly userId: number; readonly device: string; readonly address: string }
}

/** Long work of somebody ended: it is told to themselves, unless they saw that. `endedId`: of the replay's tab, or of the run. */
interface EndedNotice<Kind extends 'replayEnded' | 'goldenRunEnded'> {
  readonly kind: Kind
  /** Events of an older server have the user alone. */
  readonly data: { readonly userId: number; readonly endedId?: number; readonly failed?: boolean }
}

/** The page of somebody says that an import ended of which they saw no end: it is told to themselves. */
interface ImportNotice {
  readonly kind: 'importEnded'
  readonly data: {
    readonly userId: number
    readonly chats: number
    readonly notImported: number
    readonly failed: boolean
  }
}

/** A long answer ended: it is told to who asked, unless they read its end. */
interface AnswerNotice {
  readonly kind: 'answerEnded'
  readonly data: { readonly userId: number; readonly messageId: number; readonly failed: boolean }
}

/** A deployment ended: it is told to those who manage models. */
interface ModelNotice {
  readonly kind: 'modelDeployed' | 'modelFailed'
  readonly data: { readonly modelId: number; readonly model: string }
}

/** Documents of a data source failed: it is told to those who may change that. Or its pages changed: that is told to its owner. */
interface DatasourceNotice {
  readonly kind: 'datasourceFailed' | 'datasourceRefreshed'
  readonly data: Readonly<Record<string, never>>
}

/** An administrator tells everybody of their tenant, or a group, something; its words are read where they are stored. */
interface AnnouncementNotice {
  readonly kind: 'announcement'
  readonly data: { readonly announcementId: number; readonly groupContextId: number | null }
}

/** Visitors of a chatbot asked what it could not answer: it is told to those who may change that, once a day. */
interface ChatbotNotice {
  readonly kind: 'chatbotUnanswered'
  readonly data: Readonly<Record<string, never>>
}

export type Notice =
  | AnnouncementNotice
  | ChatbotNotice
  | ModelNotice
  | DatasourceNotice
  | AnswerNotice
  | ImportNotice
  | AccessNotice
  | MembersNotice
  | HandedOverNotice
  | AskedNotice
  | DecidedNotice
  | UnansweredNotice
  | SolvedNotice
  | DeviceNotice
  | EndedNotice<'replayEnded'>
  | EndedNotice<'goldenRunEnded'>

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

/** Within this time, whoever looks at work has seen its end, through whatever process: the slowest looks every two seconds. */
const SEEN_WITHIN = '5 seconds'

/**
 * Returns the text of a statement for a WITH clause: stores that work ended, once for each row of `ended`, told a moment later. It
 * has the columns item_id, context_id, user_id, ended_id and failed. Selecting from it wakes those who tell.
 */
export const noticeOfEnd = (kind: 'replayEnded' | 'goldenRunEnded', noun: string, ended: string): string =>
  `INSERT INTO notification_events (kind, noun, item_id, context_id, data, due)
    SELECT '${kind}', '${noun}', item_id, context_id,
      jsonb_build_object('userId', user_id, 'endedId', ended_id, 'failed', failed), now() + interval '${SEEN_WITHIN}'
    FROM ${ended} WHERE user_id IS NOT NULL RETURNING ${publishing('notices.stored', {})}`

/** Within this time, what happens in one thing is told once. The pages of a source are fetched one after the other. */
const GATHERED = { datasourceFailed: '10 seconds', datasourceRefreshed: '10 minutes' } as const

/**
 * Returns the text of a statement for a WITH clause: stores what happened to things, told a moment later and once however often it
 * happens until then. `changed` has the columns item_id and context_id. Selecting from it wakes those who tell.
 */
export const noticeSoon = (kind: keyof typeof GATHERED, noun: string, changed: string): string =>
  `INSERT INTO notification_events (kind, noun, item_id, context_id, due)
    SELECT '${kind}', '${noun}', item_id, context_id, now() + interval '${GATHERED[kind]}' FROM ${changed}
    WHERE NOT EXISTS (SELECT FROM notification_events waiting
      WHERE waiting.kind = '${kind}' AND waiting.context_id = ${changed}.context_id AND waiting.due > now())
    RETURNING ${publishing('notices.stored', {})}`

/**
 * Returns the text of a statement for a WITH clause: stores that answers ended, told a moment later. `ended` has the columns item_id,
 * context_id, user_id, message_id and failed. Selecting from it wakes those who tell.
 */
export const noticeOfAnswers = (ended: string): string =>
  `INSERT INTO notification_events (kind, noun, item_id, context_id, data, due)
    SELECT 'answerEnded', 'project', item_id, context_id,
      jsonb_build_object('userId', user_id, 'messageId', message_id, 'failed', failed), now() + interval '${SEEN_WITHIN}'
    FROM ${ended} RETURNING ${publishing('notices.stored', {})}`
