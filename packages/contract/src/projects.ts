// Projects and their tabs (PROJECT-*).
import { z } from 'zod'
import { AssocContext, ItemChange, ItemContext } from './access.ts'
import { call } from './call.ts'
import { AmountOfChunks } from './amount-of-chunks.ts'
import { ImportedChat } from './imported-chats.ts'
import { list } from './list.ts'
import { PromptOptionsInput } from './prompt-options.ts'
import { BodyId, Id, IdOrNone, Name, Nothing, Page, PageMeta, Time, text } from './envelope.ts'
import { routes } from './routes.ts'

/** A project: type 0 is a private chat, 2 (and any other) a shared project. */
export const Project = z.object({
  id: z.number().int(),
  uuId: z.string(),
  name: z.string(),
  description: z.string(),
  type: z.number().int(),
  ownerId: z.number().int(),
  defaultModelId: z.number().int(),
  defaultModelTagId: z.number().int(),
  defaultDatasourceId: z.number().int(),
  /** Passages that each question gets from the data source. */
  amountOfChunks: z.number().int(),
  custInstWhoId: z.number().int(),
  custInstRespondId: z.number().int(),
  hasAdminAccess: z.boolean(),
  assocContexts: z.array(AssocContext),
  attributes: z.array(z.unknown()),
  context: ItemContext,
  created: Time,
  modified: Time,
})
export type Project = z.infer<typeof Project>

/** A project in a list, with the fields of its card. */
export const ListedProject = Project.extend({
  numTabs: z.number().int(),
  /** The first tab; null when there is none. */
  firstTabId: z.number().int().nullable(),
  /** Number of users and groups it is shared with. */
  numShares: z.number().int(),
  /** The beginning of its last question; empty while there is none. */
  lastQuery: z.string(),
  /** When its last question or change was made. */
  lastUsed: Time,
})
export type ListedProject = z.infer<typeof ListedProject>

export const Tab = z.object({
  id: z.number().int(),
  uuId: z.string(),
  name: z.string(),
  description: z.string(),
  projectId: z.number().int(),
  tabIndex: z.number().int(),
  defaultModelId: z.number().int(),
  defaultModelTagId: z.number().int(),
  defaultDatasourceId: z.number().int(),
  /** Passages that each question gets from the data source. */
  amountOfChunks: z.number().int(),
  custInstWhoId: z.number().int(),
  custInstRespondId: z.number().int(),
  type: z.number().int(),
  state: z.number().int(),
  /** The prompt options of this tab, used for every prompt without its own. */
  options: z.record(z.string(), z.unknown()),
  /** Whether it has confidential messages, which external models do not get. */
  confidential: z.boolean(),
  /** The caller's permissions; removing a tab in which others asked needs admin access. */
  can: z.object({ remove: z.boolean(), move: z.boolean() }),
  created: Time,
  modified: Time,
})
export type Tab = z.infer<typeof Tab>

/** The last question of a tab. */
export const LastQuestion = z.object({
  tabId: z.number().int(),
  /** Its beginning. */
  question: z.string(),
  asked: Time,
  /** Null after the account was deleted. */
  askedBy: z.object({ id: z.number().int(), name: z.string() }).nullable(),
})
export type LastQuestion = z.infer<typeof LastQuestion>

/** A saved prompt that was run in a project. */
export const UsedPrompt = z.object({
  id: z.number().int(),
  title: z.string(),
  /** The beginning of its text. */
  beginning: z.string(),
  runs: z.number().int(),
  /** Whether the viewer may change it. */
  hasWriteAccess: z.boolean(),
})
export type UsedPrompt = z.infer<typeof UsedPrompt>

const Description = text(5_000)
const Kind = z.number().int().min(0).max(100)
/** Numbers of chats that the page of an import counted. */
const Chats = z.number().int().min(0).max(1_000_000)
const ById = z.object({ id: Id })

/** Whether the sent name is provisional: it replaces no name that a person typed, and a title may replace it. */
const AutoNamed = z.boolean().optional()

/** The editable fields of a project; all are optional in a change. */
const ProjectChange = ItemChange.extend({
  name: Name.optional(),
  autoNamed: AutoNamed,
  description: Description.optional(),
  type: Kind.optional(),
  defaultModelId: BodyId.optional(),
  defaultModelTagId: BodyId.optional(),
  defaultDatasourceId: IdOrNone.optional(),
  amountOfChunks: AmountOfChunks.optional(),
  custInstWhoId: IdOrNone.optional(),
  custInstRespondId: IdOrNone.optional(),
})

const TabChange = z.object({
  name: Name.optional(),
  autoNamed: AutoNamed,
  description: Description.optional(),
  defaultModelId: BodyId.optional(),
  defaultModelTagId: BodyId.optional(),
  defaultDatasourceId: IdOrNone.optional(),
  amountOfChunks: AmountOfChunks.optional(),
  custInstWhoId: IdOrNone.optional(),
  custInstRespondId: IdOrNone.optional(),
  type: Kind.optional(),
  state: Kind.optional(),
  options: PromptOptionsInput.optional(),
  ifModified: Time.optional(),
})

export const projects = {
  list: call(routes.projects.list, {
    summary:
      'The projects one may read, the last used first; 404 NONE_FOUND when there is none. `q` is part of the name or the description, `kind` chat is type 0 and project any other, `ids` picks some. Those that one has archived are left out; `archived` only lists these, `archived` all lists both',
    large: 'page',
    params: ById,
    query: Page.extend({
      q: z.string().trim().max(500).optional(),
      kind: z.enum(['chat', 'project']).optional(),
      /** Comma-separated ids, at most 100. */
      ids: z
        .string()
        .regex(/^\d{1,15}(,\d{1,15}){0,99}$/)
        .optional(),
      archived: z.enum(['only', 'all']).optional(),
    }),
    data: z.object({ Projects: z.array(ListedProject) }),
    meta: PageMeta,
    problems: ['NOT_FOUND', 'NONE_FOUND'],
  }),
  create: call(routes.projects.create, {
    summary:
      'Create a project; without a model it begins with one’s startup model, else the first of the order that generates text',
    permission: 'can_use_chat',
    status: 201,
    bodySchema: ProjectChange.extend({ name: Name }),
    data: z.object({ project: Project }),
    problems: ['NOT_FOUND', 'PERMISSION_DENIED', 'DATASOURCE_NOT_READY'],
  }),
  ensureDefault: call(routes.projects.ensureDefault, {
    summary:
      'One’s default project with its first tab, made once: however often and in parallel it is asked for',
    permission: 'can_use_chat',
    params: ById,
    bodySchema: z.object({ name: Name.default('Default'), tabName: Name.default('Tab 1') }),
    data: z.object({ project: Project }),
    problems: ['NOT_FOUND'],
  }),
  import: call(routes.projects.import, {
    summary:
      'Import chats that were exported here or elsewhere: each becomes a tab of a new project, or with `separately` a chat with its own dates. `skipKnown` leaves out what one has imported before. `project` is the first of them',
    permission: 'can_use_chat',
    status: 201,
    body: 'upload',
    keepsBody: true,
    bodySchema: z.object({
      name: Name,
      description: Description.optional(),
      chats: list(ImportedChat, 200).min(1),
      separately: z.boolean().default(false),
      skipKnown: z.boolean().default(false),
    }),
    data: z.object({
      project: Project,
      /** Numbers of chats that were imported, and that were left out because they are here already. */
      imported: z.number().int(),
      known: z.number().int(),
      /** Pictures that were left out, because they are none or are not allowed here. */
      picturesLeftOut: z.number().int(),
    }),
    problems: ['PERMISSION_DENIED', 'IMPORT_TOO_LARGE', 'SERVER_BUSY'],
  }),
  importEnded: call(routes.projects.importEnded, {
    summary:
      'Say that an import of several requests ended while nobody looked at it: one is told oneself, with its numbers. `projectId` is what to open; null for all chats',
    permission: 'can_use_chat',
    bodySchema: z.object({
      projectId: BodyId.nullable(),
      imported: Chats,
      /** Chats of the file that are not here. */
      notImported: Chats,
      /** Whether it stopped before its end. */
      failed: z.boolean().default(false),
    }),
    data: Nothing,
    problems: ['NOT_FOUND'],
  }),
  get: call(routes.projects.get, {
    summary: 'A project',
    params: ById,
    data: z.object({ project: Project }),
    problems: ['NOT_FOUND'],
  }),
  activity: call(routes.projects.activity, {
    summary:
      'What was asked in a project: the last questions of the 100 tabs asked in last, and the saved prompts one may read that were run in it in the last 90 days, at most 20, the last run first',
    params: ById,
    data: z.object({ questions: z.array(LastQuestion), prompts: z.array(UsedPrompt) }),
    problems: ['NOT_FOUND'],
  }),
  archived: call(routes.projects.archived, {
    summary: 'The ids of the projects that one has archived and may read, at most 10,000',
    params: ById,
    data: z.object({ projectIds: z.array(z.number().int()) }),
    problems: ['NOT_FOUND'],
  }),
  archive: call(routes.projects.archive, {
    summary:
      'Archive a project that one may read, or take it back: it leaves one’s own lists and is found by search. Others see no difference',
    params: ById,
    bodySchema: z.object({ archived: z.boolean() }),
    data: Nothing,
    problems: ['NOT_FOUND'],
  }),
  update: call(routes.projects.update, {
    summary:
      'Change a project; its shares need admin access. Tabs that nobody has used or changed get its new settings, too',
    params: ById,
    bodySchema: ProjectChange,
    data: z.object({ project: Project }),
    problems: ['NOT_FOUND', 'PERMISSION_DENIED', 'DATASOURCE_NOT_READY', 'CONFLICT'],
  }),
  remove: call(routes.projects.remove, {
    summary: 'Delete a project with its tabs and messages; needs admin access',
    params: ById,
    data: Nothing,
    problems: ['NOT_FOUND', 'PERMISSION_DENIED'],
  }),
} as const

export const tabs = {
  list: call(routes.tabs.list, {
    summary: 'A project’s tabs in their order; 404 NONE_FOUND when there is none',
    large: 'page',
    params: ById,
    data: z.object({ Projecttabs: z.array(Tab) }),
    problems: ['NOT_FOUND', 'NONE_FOUND'],
  }),
  create: call(routes.tabs.create, {
    summary: 'Add a tab at the end; without a name it is “Tab” and a running number',
    status: 201,
    params: ById,
    bodySchema: TabChange,
    data: z.object({ projecttab: Tab }),
    problems: ['NOT_FOUND', 'PERMISSION_DENIED', 'DATASOURCE_NOT_READY'],
  }),
  order: call(routes.tabs.order, {
    summary: 'Put a project’s tabs into an order: all their ids, once each',
    large: 'page',
    params: ById,
    bodySchema: z.object({ tabIds: list(BodyId, 1_000).min(1) }),
    data: z.object({ Projecttabs: z.array(Tab) }),
    problems: ['NOT_FOUND', 'PERMISSION_DENIED', 'CONFLICT'],
  }),
  get: call(routes.tabs.get, {
    summary: 'A tab',
    params: ById,
    data: z.object({ projecttab: Tab }),
    problems: ['NOT_FOUND'],
  }),
  move: call(routes.tabs.move, {
    summary: 'Move a tab with its messages to the end of another project',
    params: ById,
    bodySchema: z.object({ projectId: BodyId }),
    data: z.object({ projecttab: Tab }),
    problems: ['NOT_FOUND', 'PERMISSION_DENIED', 'STILL_ANSWERING'],
  }),
  copy: call(routes.tabs.copy, {
    summary: 'Duplicate a tab beside it, with its settings and, by default, its messages',
    status: 201,
    params: ById,
    bodySchema: z.object({ name: Name.optional(), withMessages: z.boolean().default(true) }),
    data: z.object({ projecttab: Tab }),
    problems: ['NOT_FOUND', 'PERMISSION_DENIED', 'TAB_TOO_LARGE', 'SERVER_BUSY'],
  }),
  update: call(routes.tabs.update, {
    summary: 'Change a tab',
    params: ById,
    bodySchema: TabChange,
    data: z.object({ projecttab: Tab }),
    problems: ['NOT_FOUND', 'PERMISSION_DENIED', 'DATASOURCE_NOT_READY', 'CONFLICT'],
  }),
  remove: call(routes.tabs.remove, {
    summary: 'Delete a tab with its messages',
    params: ById,
    data: Nothing,
    problems: ['NOT_FOUND', 'PERMISSION_DENIED'],
  }),
} as const
