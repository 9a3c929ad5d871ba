import { ROLES, type NotificationKind, type Permission } from '@polylogue/contract'
import type { ItemType } from '#access/items/index.ts'
import type { Queries } from '#platform/db/index.ts'
import type { Notice } from '#platform/notices.ts'
import { levelsOf, membershipsOf } from './access-store.ts'
import {
  absent,
  anybody,
  ofContexts,
  ofUsers,
  ownerOf,
  reachedBy,
  reviewersOf,
  writersOf,
} from './people-store.ts'
import { toldOfAccess, toldOfMembership } from './rules.ts'
import { retriedOf, STEP_PEOPLE, type NoticeEvent, type Step, type StoredEvent, type Told } from './step.ts'

type Resolve<Kind extends Notice['kind']> = (db: Queries, event: NoticeEvent<Kind>) => Promise<Step>

/** Finds the next people of an event, by its kind. */
const RESOLVERS: { readonly [Kind in Notice['kind']]: Resolve<Kind> } = {
  async access(db, event) {
    const people = await levelsOf(db, event)
    const told = people.flatMap(({ userId, before, after }) => toldOfAccess(userId, before, after) ?? [])
    return { told, lastId: lastOf(people) }
  },
  async members(db, event) {
    const people = await membershipsOf(db, event)
    const told = people.flatMap(({ userId, before, after }) => toldOfMembership(userId, before, after) ?? [])
    return { told, lastId: lastOf(people) }
  },
  async handedOver(db, event) {
    const { to, items } = event.data
    return alike(await ofContexts(db, event, [to]), 'handedOver', { items: String(items) })
  },
  async approvalAsked(db, event) {
    const { requestId, groupContextId, asked } = event.data
    const reviewers = await reviewersOf(db, event, groupContextId)
    return alike(reviewers, 'approvalAsked', {
      requestId: String(requestId),
      asked: String(asked),
    })
  },
  async approvalDecided(db, event) {
    const { what, asker, why } = event.data
    return alike(await ofContexts(db, event, [asker]), what, { why })
  },
  async unansweredAsked(db, event) {
    const people = event.contextId === null ? [] : await writersOf(db, event, event.contextId)
    return alike(people, 'unansweredAsked', { messageId: String(event.data.messageId) })
  },
  async answerEnded(db, event) {
    const { userId, messageId, failed } = event.data
    return alike(await absent(db, event, userId, messageId), 'answerEnded', failedOr(failed))
  },
  replayEnded: toldOfEnd,
  goldenRunEnded: toldOfEnd,
  async importEnded(db, event) {
    const { userId, chats, notImported, failed } = event.data
    return alike(await ofUsers(db, event, [userId]), 'importEnded', {
      chats: String(chats),
      notImported: String(notImported),
      ...failedOr(failed),
    })
  },
  modelDeployed: toldOfModel,
  modelFailed: toldOfModel,
  async datasourceFailed(db, event) {
    const people = event.contextId === null ? [] : await writersOf(db, event, event.contextId)
    return alike(people, 'datasourceFailed', {})
  },
  async datasourceRefreshed(db, event) {
    const owner = event.contextId === null ? [] : await ownerOf(db, event, event.contextId)
    return alike(owner, 'datasourceRefreshed', {})
  },
  async announcement(db, event) {
    const { announcementId } = event.data
    return alike(await reachedBy(db, event, event.data), 'announcement', {
      announcementId: String(announcementId),
    })
  },
  async chatbotUnanswered(db, event) {
    const people = event.contextId === null ? [] : await writersOf(db, event, event.contextId)
    return alike(people, 'chatbotUnanswered', {})
  },
  async newDevice(db, event) {
    const { userId, device, address } = event.data
    return alike(await ofUsers(db, event, [userId]), 'newDevice', { device, address })
  },
  async unansweredSolved(db, event) {
    const { reports, mediaId } = event.data
    const messages = new Map(reports.map(({ userId, messageId }) => [userId, messageId]))
    const people = await ofUsers(db, event, [...messages.keys()])
    const told = people.map((userId) => ({
      userId,
      kind: 'unansweredSolved' as const,
      data: { messageId: String(messages.get(userId)), ...(mediaId ? { mediaId: String(mediaId) } : {}) },
    }))
    return { told, lastId: lastOf(told) }
  },
}

/** Tells whose long work ended while they were elsewhere. */
async function toldOfEnd(db: Queries, event: NoticeEvent<'replayEnded' | 'goldenRunEnded'>): Promise<Step> {
  const { userId, endedId, failed } = event.data
  return alike(await absent(db, event, userId, endedId), event.kind, failedOr(failed))
}

const failedOr = (failed: boolean | undefined): Told['data'] => (failed ? { failed: 'true' } : {})

/** Tells those who manage models. */
async function toldOfModel(db: Queries, event: NoticeEvent<'modelDeployed' | 'modelFailed'>): Promise<Step> {
  const { modelId, model } = event.data
  const managers = { ...event, roles: rolesWith('can_deploy_model') }
  return alike(await anybody(db, managers), event.kind, { modelId: String(modelId), model })
}

const rolesWith = (permission: Permission): number[] =>
  ROLES.flatMap(({ id, permissions }) => (permissions.includes(permission) ? [id] : []))

const alike = (userIds: readonly number[], kind: NotificationKind, data: Told['data']): Step => ({
  told: userIds.map((userId) => ({ userId, kind, data })),
  lastId: lastOf(userIds.map((userId) => ({ userId }))),
})

const lastOf = (people: readonly { readonly userId: number }[]) =>
  people.length < STEP_PEOPLE ? undefined : people.at(-1)?.userId

/** Returns the roles whose people may use the kind of item of an event; undefined for all. */
function rolesFor(types: readonly ItemType[], { noun }: StoredEvent): readonly number[] | undefined {
  const permission = types.find((type) => type.noun === noun)?.permission
  return permission && rolesWith(permission)
}

/** Returns the next people of an event with what they are told. */
export function resolve(db: Queries, types: readonly ItemType[], stored: StoredEvent): Promise<Step> {
  const event = { ...stored, roles: rolesFor(types, stored), retried: retriedOf(stored) }
  const resolvers: Readonly<Record<string, (db: Queries, event: never) => Promise<Step>>> = RESOLVERS
  return resolvers[event.kind]?.(db, event as never) ?? Promise.resolve({ told: [], lastId: undefined })
}
