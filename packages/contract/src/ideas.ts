// Prompt ideas: prompts that the product and its users suggest (PROMPT-5).
import { z } from 'zod'
import { call } from './call.ts'
import { BodyId, Id, Nothing, Time, text } from './envelope.ts'
import { IDEA_LIMITS, IDEAS_PER_PAGE, trimLineBreaks } from './idea-limits.ts'
import { routes } from './routes.ts'

/** `name` is stable: the page translates the label by it. */
export const IdeaCategory = z.object({ id: z.number().int(), name: z.string(), label: z.string() })
export type IdeaCategory = z.infer<typeof IdeaCategory>

export const Idea = z.object({
  id: z.number().int(),
  prompt: z.string(),
  categoryId: z.number().int(),
  /** The category's label in English. */
  category: z.string(),
  /** Null for ideas of an external service that sends no time. */
  modified: Time.nullable(),
  /** What the caller may do. */
  can: z.object({ edit: z.boolean(), remove: z.boolean() }),
})
export type Idea = z.infer<typeof Idea>

const Prompt = text(IDEA_LIMITS.prompt, z.string().overwrite(trimLineBreaks)).refine(
  (value) => value.trim() !== '',
  'must not be empty',
)

const ById = z.object({ id: Id })
const permission = 'can_use_prompts'
const data = z.object({ Idea })

export const ideas = {
  list: call(routes.ideas.list, {
    summary:
      'A page of the prompt ideas of the product and of the users, newest first, and all categories. `seed` shuffles them: the pages of one seed have each idea once',
    permission,
    query: z.object({
      /** Id of a category. */
      category: Id.optional(),
      page: z.coerce.number().int().min(1).max(1_000_000).default(1),
      limit: z.coerce.number().int().min(1).max(50).default(IDEAS_PER_PAGE),
      seed: z.coerce.number().int().min(0).max(2_147_483_647).optional(),
      /** Language of the user; ideas of the product fall back to English. */
      language: z.string().max(10).optional(),
    }),
    data: z.object({ Ideas: z.array(Idea), IdeaCategories: z.array(IdeaCategory) }),
    /** Number of all ideas that match, and of their pages; whether the caller may create one. */
    meta: z.object({ total: z.number().int(), pages: z.number().int(), canCreate: z.boolean() }),
  }),
  create: call(routes.ideas.create, {
    summary: 'Create a prompt idea; everybody in the tenant can read it',
    permission,
    status: 201,
    bodySchema: z.object({ prompt: Prompt, categoryId: BodyId }),
    data,
    problems: ['NOT_FOUND', 'PERMISSION_DENIED', 'TOO_MANY_IDEAS', 'IDEAS_UNAVAILABLE'],
  }),
  update: call(routes.ideas.update, {
    summary: 'Change a prompt idea of one’s own; administrators change all',
    permission,
    params: ById,
    bodySchema: z.object({
      prompt: Prompt.optional(),
      categoryId: BodyId.optional(),
      /** The `modified` on which the change is based; refused with CONFLICT when the idea has changed since. */
      ifModified: Time.optional(),
      /** Language of the returned idea. */
      language: z.string().max(10).optional(),
    }),
    data,
    problems: ['NOT_FOUND', 'PERMISSION_DENIED', 'CONFLICT', 'IDEAS_UNAVAILABLE'],
  }),
  remove: call(routes.ideas.remove, {
    summary: 'Delete a prompt idea of one’s own; administrators delete all',
    permission,
    params: ById,
    data: Nothing,
    problems: ['NOT_FOUND', 'PERMISSION_DENIED', 'IDEAS_UNAVAILABLE'],
  }),
} as const
