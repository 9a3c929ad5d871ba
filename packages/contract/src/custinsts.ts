// Custom instructions: what a model should know about the user, and how it should answer (INSTRUCTION-*).
import { z } from 'zod'
import { AssocContext, ItemChange, ItemContext } from './access.ts'
import { call } from './call.ts'
import { CUSTINST_LIMITS, CUSTINST_SCOPES } from './custinst-scopes.ts'
import { Id, Name, Nothing, Time, text } from './envelope.ts'
import { routes } from './routes.ts'

const Scope = z.union([z.literal(CUSTINST_SCOPES.who), z.literal(CUSTINST_SCOPES.respond)])
const Content = text(CUSTINST_LIMITS.content).refine((value) => value.trim() !== '', 'must not be empty')

export const CustInst = z.object({
  id: z.number().int(),
  uuId: z.string(),
  name: z.string(),
  description: z.string(),
  content: z.string(),
  /** 1 who: what the model should know; 2 respond: how it should answer. */
  scope: Scope,
  ownerId: z.number().int(),
  assocContexts: z.array(AssocContext),
  context: ItemContext,
  attributes: z.array(z.unknown()),
  /** Number of users who like it, and whether the caller does. */
  likes: z.number().int(),
  liked: z.boolean(),
  /** Number of tabs that use it. */
  usageCount: z.number().int(),
  state: z.number().int(),
  type: z.number().int(),
  /** Readers in a group that needs approval still get the approved texts; false for those readers. */
  waitsForApproval: z.boolean(),
  created: Time,
  modified: Time,
})
export type CustInst = z.infer<typeof CustInst>

const Change = ItemChange.extend({
  name: Name.optional(),
  description: text(CUSTINST_LIMITS.description).optional(),
  content: Content.optional(),
  scope: Scope.optional(),
})

const ById = z.object({ id: Id })
const permission = 'can_use_custinsts'

export const custinsts = {
  list: call(routes.custinsts.list, {
    summary:
      'The custom instructions one may read, in two groups by scope, each by name; 404 NONE_FOUND when there is none, or two empty groups with `orEmpty`',
    large: 'page',
    permission,
    query: z.object({ orEmpty: z.stringbool().default(false) }),
    data: z.object({
      CustomInstructionsWho: z.array(CustInst),
      CustomInstructionsRespond: z.array(CustInst),
    }),
    problems: ['NONE_FOUND'],
  }),
  get: call(routes.custinsts.get, {
    summary: 'A custom instruction',
    permission,
    params: ById,
    data: z.object({ custinst: CustInst }),
    problems: ['NOT_FOUND'],
  }),
  create: call(routes.custinsts.create, {
    summary: 'Create a custom instruction',
    permission,
    status: 201,
    bodySchema: Change.extend({ name: Name, content: Content, scope: Scope }),
    data: z.object({ custinst: CustInst }),
    problems: ['NOT_FOUND', 'PERMISSION_DENIED', 'TOO_MANY_CUSTINSTS'],
  }),
  update: call(routes.custinsts.update, {
    summary: 'Change a custom instruction; its shares need admin access',
    permission,
    params: ById,
    bodySchema: Change,
    data: z.object({ custinst: CustInst }),
    problems: ['NOT_FOUND', 'PERMISSION_DENIED', 'CONFLICT'],
  }),
  like: call(routes.custinsts.like, {
    summary: 'Like a custom instruction, or remove the like',
    permission,
    params: ById,
    bodySchema: z.object({ liked: z.boolean() }),
    data: z.object({ custinst: CustInst }),
    problems: ['NOT_FOUND'],
  }),
  remove: call(routes.custinsts.remove, {
    summary: 'Delete a custom instruction; needs admin access. Tabs that use it will answer without it',
    permission,
    params: ById,
    data: Nothing,
    problems: ['NOT_FOUND', 'PERMISSION_DENIED'],
  }),
} as const
