// Live events, pushed as they happen (LIVE-*), and stored notifications (NOTIFY-*).
import { z } from 'zod'
import { Banner } from './announcements.ts'
import { call } from './call.ts'
import { BodyId, Id, Nothing } from './envelope.ts'
import { NOTIFICATION_KINDS, NOTIFICATION_LIMITS, SEEN_ENDS } from './notification-kinds.ts'
import { routes } from './routes.ts'

/**
 * A live message: `uri` is the path of the changed item; `contextData` has its ids, and `spreadMs` if many people are told at once:
 * what a page asks for then waits a random part of it.
 */
export const LiveMessage = z.object({
  context: z.number().int(),
  uri: z.string(),
  contextData: z.record(z.string(), z.union([z.number(), z.string(), z.boolean(), z.null()])),
})
export type LiveMessage = z.infer<typeof LiveMessage>

/** What happened, by kind. A fact is absent if its reader may not see it (any more). */
export const NotificationFacts = z.object({
  /** The name of the person who did it. */
  actor: z.string().optional(),
  /** The item, such as `project` or `chat`. */
  noun: z.string().optional(),
  name: z.string().optional(),
  access: z.enum(['read', 'write', 'admin']).optional(),
  /** The reason of a decision. */
  why: z.string().optional(),
  /** How many items were handed over. */
  items: z.number().int().optional(),
  /** How many chats an import brought, and how many of its file are not here. */
  chats: z.number().int().optional(),
  notImported: z.number().int().optional(),
  /** A reported question, or one’s own that was answered; `document` is the name of the document that answers it. */
  question: z.string().optional(),
  document: z.string().optional(),
  /** The agent of a browser or program, and the address from which it signed in. */
  device: z.string().optional(),
  address: z.string().optional(),
  /** The words of an announcement, as they are now. */
  title: z.string().optional(),
  text: z.string().optional(),
})
export type NotificationFacts = z.infer<typeof NotificationFacts>

export const Notification = z.object({
  id: z.number().int(),
  /** Its position in the list: the newest has the highest. A notification that others were merged into moves up. */
  place: z.number().int(),
  /** The newest notification about the same thing: all of these are a thread. */
  rootId: z.number().int(),
  kind: z.enum(NOTIFICATION_KINDS),
  facts: NotificationFacts,
  /** How often it happened since it was read last. */
  count: z.number().int().positive(),
  /**
   * JSON of `{id, message, type, read, received, timestamp, uri}`: `message` is an English sentence, `type` is info, warning or
   * error, `timestamp` is in seconds, `uri` is null if there is nothing to open.
   */
  notificationAsJson: z.string(),
})
export type Notification = z.infer<typeof Notification>

/** What was shared with a person, who has not read that notification. */
export const UnreadShare = z.object({ id: z.number().int(), uri: z.string() })

const Own = z.object({ userId: Id })
const One = Own.extend({ id: Id })

export const notifications = {
  subscribe: call(routes.notifications.subscribe, {
    summary:
      'One’s own pushed messages as server-sent events: `data` is {context, uri, contextData}. With `spreadMs` in `contextData`, many people are told at once: wait a random part of it before you ask for what changed. `id` is one’s own user id. With `missedMs`, a page that has just loaded gets the changes of the last milliseconds first; the stream ends if they are not known',
    params: z.object({ id: Id }),
    query: z.object({ missedMs: z.coerce.number().int().min(0).max(60_000).optional() }),
    problems: ['NOT_FOUND', 'TOO_MANY_STREAMS'],
  }),
  list: call(routes.notifications.list, {
    summary:
      'One’s own notifications, the newest first, and how many are unread. `read` lists only read or unread ones, `before` continues after the notification at that place. `banners` adds the banners that one has not put away, `shared` the paths of everything whose sharing one has not read',
    params: Own,
    query: z.object({
      read: z.stringbool().optional(),
      limit: z.coerce.number().int().min(1).max(NOTIFICATION_LIMITS.page).default(50),
      before: Id.optional(),
      banners: z.stringbool().optional(),
      shared: z.stringbool().optional(),
    }),
    data: z.object({
      notifications: z.array(Notification),
      unread: z.number().int(),
      banners: z.array(Banner).optional(),
      shared: z.array(UnreadShare).optional(),
    }),
    problems: ['NOT_FOUND'],
  }),
  markAll: call(routes.notifications.markAll, {
    summary: 'Mark all of one’s own notifications as read',
    params: Own,
    bodySchema: z.object({ markAsRead: z.literal(true) }),
    data: Nothing,
    problems: ['NOT_FOUND'],
  }),
  mark: call(routes.notifications.mark, {
    summary: 'Mark one of one’s own notifications as read, or as unread again',
    params: One,
    bodySchema: z.object({ markAsRead: z.boolean() }),
    data: Nothing,
    problems: ['NOT_FOUND'],
  }),
  seeEnd: call(routes.notifications.seeEnd, {
    summary:
      'Say, as it comes, that one sees the end of long work of one’s own, so that one is not told of it: `id` is that of the message, of the tab of the replay, or of the run. Has no effect for work of others',
    params: Own,
    bodySchema: z.object({ kind: z.enum(SEEN_ENDS), id: BodyId }),
    data: Nothing,
    problems: ['NOT_FOUND'],
  }),
  remove: call(routes.notifications.remove, {
    summary: 'Delete one of one’s own notifications with all others about the same thing',
    params: One,
    data: Nothing,
    problems: ['NOT_FOUND'],
  }),
} as const
