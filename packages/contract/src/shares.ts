// Share links: an address that shows one chat or project, read-only (SHARE-*; decision 153).
import { z } from 'zod'
import { call } from './call.ts'
import { BodyId, Id, Nothing, Page, PageMeta, Time } from './envelope.ts'
import { list } from './list.ts'
import { routes } from './routes.ts'
import { SHARE_AUDIENCES, SHARE_LIMITS } from './share-limits.ts'

/** An attachment of a message; `index` counts from 0. */
export const ShownFile = z.object({ queryId: BodyId, index: z.number().int().min(0).max(1_000) })
export type ShownFile = z.infer<typeof ShownFile>

/** When a link ends: a time, or seconds since 1970; null: never. */
const Expires = z.union([Time, z.number().int().positive().max(253_402_300_799)]).nullable()

/** What a link shows besides questions and answers, and to whom. */
const Shown = z.object({
  expires: Expires,
  /** Whether it goes on with the chat; else it shows the chat as it was when it was shared. */
  goesOn: z.boolean(),
  /** Whether it names the person who shares, and those who asked. */
  names: z.boolean(),
  reasoning: z.boolean(),
  /** Whether it quotes the passages that answers cite; else only their documents and places. */
  passages: z.boolean(),
  /** The attachments that it shows. */
  files: list(ShownFile, SHARE_LIMITS.files),
  audience: z.enum(SHARE_AUDIENCES),
})

const NewShare = Shown.partial()
  .extend({ tabId: BodyId.optional(), project: BodyId.optional() })
  .refine(({ tabId, project }) => (tabId === undefined) !== (project === undefined), {
    message: 'needs either tabId or project',
  })

/** Fields that are not sent stay as they are. */
const ShareChange = Shown.partial().extend({
  /** Shows the chat as it is now, for links that do not go on with it. */
  renew: z.boolean().optional(),
  /** Ends the old address; the reply has the new one. */
  newKey: z.boolean().optional(),
})

/** A link of one's own, without its key. */
export const Share = z.object({
  id: z.number().int(),
  /** The tab that it shows; null when it shows the whole project. */
  tabId: z.number().int().nullable(),
  projectId: z.number().int(),
  /** The current name of the chat or project; empty when one may not read it any more. */
  name: z.string(),
  created: Time,
  expires: Time.nullable(),
  isExpired: z.boolean(),
  /** Whether it can be opened now: not when it has expired, or its owner may not share the chat any more. */
  opens: z.boolean(),
  /** Whether its chat is in the recycle bin and its owner may take it back: then it opens again. */
  inBin: z.boolean(),
  goesOn: z.boolean(),
  /** The moment whose messages it shows; null when it goes on with the chat. */
  sharedAt: Time.nullable(),
  names: z.boolean(),
  reasoning: z.boolean(),
  passages: z.boolean(),
  files: z.array(ShownFile),
  audience: z.enum(SHARE_AUDIENCES),
  /** How often others opened it, and when last; both follow within seconds. */
  views: z.number().int(),
  lastOpened: Time.nullable(),
})
export type Share = z.infer<typeof Share>

/** A link with its address, which only the replies that make it have. */
export const MadeShare = Share.extend({
  /** Base64url of `{"tabId":…,"key":"…"}` or `{"project":…,"key":"…"}`. */
  hash: z.string().optional(),
  uri: z.string().optional(),
})
export type MadeShare = z.infer<typeof MadeShare>

/** A link as administrators see it: that it exists, not what it shows. */
export const SomebodysShare = z.object({
  id: z.number().int(),
  ownerId: z.number().int(),
  ownerName: z.string(),
  isProject: z.boolean(),
  created: Time,
  expires: Time.nullable(),
  isExpired: z.boolean(),
  goesOn: z.boolean(),
  audience: z.enum(SHARE_AUDIENCES),
  views: z.number().int(),
  lastOpened: Time.nullable(),
})
export type SomebodysShare = z.infer<typeof SomebodysShare>

/** A chat of a shared page. */
export const SharedChat = z.object({
  /** Its place on the page, from 0: `chat` of `messages`. */
  index: z.number().int(),
  name: z.string(),
  /** The model of its newest message; empty without messages. */
  modelName: z.string(),
  modelTagName: z.string(),
  messageCount: z.number().int(),
  firstMessage: Time.nullable(),
  lastMessage: Time.nullable(),
})
export type SharedChat = z.infer<typeof SharedChat>

/** What a link opens, without its messages. It has no id that other calls take, except for a person who may read the chat. */
export const SharedPage = z.object({
  title: z.string(),
  isProject: z.boolean(),
  chats: z.array(SharedChat),
  goesOn: z.boolean(),
  sharedAt: Time.nullable(),
  expires: Time.nullable(),
  /** The person who shared it; null when the link does not name people. */
  sharedBy: z.string().nullable(),
  /** How many messages are left out because they used confidential documents. */
  omitted: z.number().int(),
  /** The project, for a signed-in person who may read it; else null. */
  projectId: z.number().int().nullable(),
  /** Whether the caller may continue in a chat of their own. */
  canCopy: z.boolean(),
})
export type SharedPage = z.infer<typeof SharedPage>

export const SharedMessage = z.object({
  /** Its place in its chat, from 0 for the oldest. Messages that are left out have places, too. */
  position: z.number().int(),
  question: z.string(),
  answer: z.string(),
  /** Null when the link shows none. */
  reasoning: z.string().nullable(),
  /** 0 pending, 1 streaming, 2 done, 3 failed, 4 aborted. */
  state: z.number().int().min(0).max(4),
  created: Time,
  modelName: z.string(),
  modelTagName: z.string(),
  /** The name of the person who asked; null when the link does not name people. */
  askedBy: z.string().nullable(),
  sources: z.array(
    z.object({
      /** The number that cites it in the answer. */
      number: z.number().int(),
      title: z.string(),
      place: z.string().nullable(),
      /** The passage; null when the link shows none. */
      quote: z.string().nullable(),
    }),
  ),
  files: z.array(
    z.object({
      /** Its place among the files of the link: `position` of `file`. */
      key: z.number().int(),
      name: z.string(),
      size: z.number().int(),
      mimeType: z.string(),
    }),
  ),
})
export type SharedMessage = z.infer<typeof SharedMessage>

const One = z.object({ id: Id })
/** Every text, so that all unknown addresses get the same reply. */
const Opened = z.object({ hash: z.string() })
const Place = z.coerce.number().int().min(0).max(1_000_000_000)

export const shares = {
  list: call(routes.shares.list, {
    summary: 'One’s own share links, the newest first, without their keys',
    large: 'page',
    query: Page.extend({ project: Id.optional(), tabId: Id.optional() }),
    data: z.object({ Shares: z.array(Share) }),
    meta: PageMeta,
  }),
  create: call(routes.shares.create, {
    summary:
      'Share a chat or a project by a link; only this reply has its address. Needs admin access to the project',
    permission: 'can_share',
    sessionOnly: true,
    status: 201,
    bodySchema: NewShare,
    data: z.object({ share: MadeShare }),
    problems: ['NOT_FOUND', 'PERMISSION_DENIED', 'HTTP_SHARE_DISABLED', 'TOO_MANY_SHARES'],
  }),
  update: call(routes.shares.update, {
    summary: 'Change what a link shows, to whom and how long; bring it up to date; give it a new address',
    permission: 'can_share',
    sessionOnly: true,
    params: One,
    bodySchema: ShareChange,
    data: z.object({ share: MadeShare }),
    problems: ['NOT_FOUND', 'PERMISSION_DENIED', 'HTTP_SHARE_DISABLED'],
  }),
  remove: call(routes.shares.remove, {
    summary: 'End a link of one’s own; administrators end any link of their side',
    params: One,
    data: Nothing,
    problems: ['NOT_FOUND'],
  }),
  removeAll: call(routes.shares.removeAll, {
    summary: 'End all of one’s own links, or those of a project',
    query: z.object({ project: Id.optional() }),
    data: z.object({ ended: z.number().int() }),
  }),
  all: call(routes.shares.all, {
    summary:
      'The share links of everybody on one’s side, the newest first, without what they show: for administrators',
    permission: 'can_manage_users',
    large: 'page',
    query: Page,
    data: z.object({ Shares: z.array(SomebodysShare) }),
    meta: PageMeta,
  }),
  open: call(routes.shares.open, {
    summary: 'What a link opens. `again` for a later look at the same page, which counts as no view',
    large: 'page',
    params: Opened,
    query: z.object({ again: z.stringbool().default(false) }),
    data: z.object({ share: SharedPage }),
    problems: ['NOT_FOUND', 'SHARE_NEEDS_SIGN_IN'],
  }),
  messages: call(routes.shares.messages, {
    summary:
      'The messages of a shared chat: the newest in ascending order, older ones by `before`, a position',
    large: 'page',
    params: Opened,
    query: z.object({
      chat: Place.default(0),
      limit: z.coerce.number().int().min(1).max(500).default(100),
      before: Place.optional(),
    }),
    data: z.object({ messages: z.array(SharedMessage) }),
    meta: z.object({
      /** The position before which older messages are; null at the oldest. */
      before: z.number().int().nullable(),
    }),
    problems: ['NOT_FOUND', 'SHARE_NEEDS_SIGN_IN'],
  }),
  file: call(routes.shares.file, {
    summary: 'The bytes of a file that a link shows',
    large: 'file',
    params: Opened.extend({ position: Place }),
    problems: ['NOT_FOUND', 'SHARE_NEEDS_SIGN_IN', 'STORAGE_UNAVAILABLE'],
  }),
  copy: call(routes.shares.copy, {
    summary: 'Continue what a link shows in a chat of one’s own',
    permission: 'can_use_chat',
    large: 'own',
    status: 201,
    params: Opened,
    data: z.object({ projectId: z.number().int() }),
    problems: ['NOT_FOUND', 'TAB_TOO_LARGE', 'SERVER_BUSY'],
  }),
} as const
