// The prompt repository: saved prompts with their versions (PROMPT-*).
import { z } from 'zod'
import { AssocContext, ItemChange, ItemContext } from './access.ts'
import { call } from './call.ts'
import { BodyId, Id, IdOrNone, nameOf, Nothing, Time, text } from './envelope.ts'
import { GivenLabel } from './labels.ts'
import { list } from './list.ts'
import { PROMPT_SEARCH_FIELDS, SAVED_PROMPT_LIMITS } from './prompt-limits.ts'
import { PromptOptionsInput } from './prompt-options.ts'
import { routes } from './routes.ts'

const { title, comment, prompt, labels } = SAVED_PROMPT_LIMITS

const Title = nameOf(title)
const PromptText = text(prompt).refine((value) => value.trim() !== '', 'must not be empty')
const Kind = z.number().int().min(0).max(100)

/** What kind of answer a prompt asks for. `name` is stable: the page translates the label by it. */
export const PromptOutput = z.object({ id: z.number().int(), name: z.string(), label: z.string() })
export type PromptOutput = z.infer<typeof PromptOutput>

/** A named part of the repository: the prompts shared with a group. */
export const PromptContext = z.object({ id: z.number().int(), name: z.string() })
export type PromptContext = z.infer<typeof PromptContext>

/** The model for which a prompt was saved; the name stays when the model is gone. Id 0 means none. */
const SavedModel = z.object({ id: z.number().int(), name: z.string() })
const Somebody = z.object({ id: z.number().int() })

export const SavedPrompt = z.object({
  id: z.number().int(),
  uuId: z.string(),
  title: z.string(),
  comment: z.string(),
  prompt: z.string(),
  type: z.number().int(),
  state: z.number().int(),
  promptOutput: PromptOutput,
  model: SavedModel,
  mediaId: z.number().int(),
  categories: z.array(GivenLabel),
  tags: z.array(GivenLabel),
  options: z.record(z.string(), z.unknown()),
  custInstWhoId: z.number().int(),
  custInstRespondId: z.number().int(),
  assocContexts: z.array(AssocContext),
  context: ItemContext,
  /** The owner; `changedBy` made the last change of the texts. */
  creator: Somebody,
  changedBy: Somebody,
  /** Number of versions that the caller may read, the current one included. */
  versions: z.number().int(),
  /** Number of users who like it, and whether the caller does. */
  likes: z.number().int(),
  liked: z.boolean(),
  /** Number of questions asked from it, and the ratings of their answers. */
  usageCount: z.number().int(),
  ratings: z.object({ up: z.number().int(), down: z.number().int() }),
  /** The newest answer to it in a run of a golden set, and whether it passed all checks; null without one. */
  lastChecked: z
    .object({ modelName: z.string(), modelTagName: z.string(), at: Time, passed: z.boolean() })
    .nullable(),
  /** Readers in a group that needs approval still get the approved texts; false for those readers. */
  waitsForApproval: z.boolean(),
  created: Time,
  modified: Time,
})
export type SavedPrompt = z.infer<typeof SavedPrompt>

/** The texts of a prompt as they were. */
export const PromptVersion = z.object({
  /** Counts from 1; the highest one is current. */
  version: z.number().int(),
  title: z.string(),
  comment: z.string(),
  prompt: z.string(),
  promptOutput: PromptOutput,
  model: SavedModel,
  options: z.record(z.string(), z.unknown()),
  changedBy: Somebody,
  changed: Time,
})
export type PromptVersion = z.infer<typeof PromptVersion>

const LabelIds = list(BodyId, labels)

const Change = ItemChange.extend({
  title: Title.optional(),
  comment: text(comment).optional(),
  prompt: PromptText.optional(),
  promptOptions: PromptOptionsInput.optional(),
  outputFormId: BodyId.optional(),
  modelId: IdOrNone.optional(),
  mediaId: IdOrNone.optional(),
  type: Kind.optional(),
  state: Kind.optional(),
  categories: LabelIds.optional(),
  tags: LabelIds.optional(),
  custInstWhoId: IdOrNone.optional(),
  custInstRespondId: IdOrNone.optional(),
})

const ById = z.object({ id: Id })
const permission = 'can_use_prompts'

/** Comma-separated ids, at most 50. */
const Ids = z
  .string()
  .regex(/^\d{1,15}(,\d{1,15}){0,49}$/)
  .optional()

export const prompts = {
  list: call(routes.prompts.list, {
    summary:
      'The saved prompts one may read, the last changed first. `q` is part of one of the fields in `in` (default all), `categories` and `tags` are ids of which a prompt has at least one each, `context` is a group that it is shared with. A page of long prompts has fewer than `limit`, at least one',
    large: 'page',
    permission,
    query: z.object({
      limit: z.coerce.number().int().min(1).max(500).default(100),
      offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
      q: z.string().trim().max(500).optional(),
      /** Comma-separated fields. */
      in: z
        .string()
        .regex(new RegExp(`^(${PROMPT_SEARCH_FIELDS.join('|')})(,(${PROMPT_SEARCH_FIELDS.join('|')})){0,9}$`))
        .optional(),
      categories: Ids,
      tags: Ids,
      context: Id.optional(),
    }),
    data: z.object({ Prompts: z.array(SavedPrompt) }),
    /** Number of all prompts that match. */
    meta: z.object({ total: z.number().int() }),
  }),
  get: call(routes.prompts.get, {
    summary: 'A saved prompt',
    permission,
    params: ById,
    data: z.object({ Prompt: SavedPrompt }),
    problems: ['NOT_FOUND'],
  }),
  create: call(routes.prompts.create, {
    summary: 'Save a prompt, also a copy of another one',
    permission,
    status: 201,
    bodySchema: Change.extend({ title: Title, prompt: PromptText, outputFormId: BodyId }),
    data: z.object({ Prompt: SavedPrompt }),
    problems: ['NOT_FOUND', 'PERMISSION_DENIED', 'TOO_MANY_PROMPTS'],
  }),
  update: call(routes.prompts.update, {
    summary: 'Change a saved prompt; its shares need admin access. Its texts before are kept as a version',
    permission,
    params: ById,
    bodySchema: Change,
    data: z.object({ Prompt: SavedPrompt }),
    problems: ['NOT_FOUND', 'PERMISSION_DENIED', 'CONFLICT'],
  }),
  like: call(routes.prompts.like, {
    summary: 'Like a saved prompt, or remove the like',
    permission,
    params: ById,
    bodySchema: z.object({ liked: z.boolean() }),
    data: z.object({ Prompt: SavedPrompt }),
    problems: ['NOT_FOUND'],
  }),
  versions: call(routes.prompts.versions, {
    summary:
      'The versions of a saved prompt, the newest first; a PUT with the texts of one restores it. Readers get those since it was shared with them, without the ones that a group did not approve',
    large: 'page',
    permission,
    params: ById,
    data: z.object({ PromptVersions: z.array(PromptVersion) }),
    problems: ['NOT_FOUND'],
  }),
  remove: call(routes.prompts.remove, {
    summary: 'Delete a saved prompt; needs admin access',
    permission,
    params: ById,
    data: Nothing,
    problems: ['NOT_FOUND', 'PERMISSION_DENIED'],
  }),
  outputs: call(routes.prompts.outputs, {
    summary: 'The answer formats of prompts',
    permission,
    data: z.object({ PromptOutputs: z.array(PromptOutput) }),
  }),
  contexts: call(routes.prompts.contexts, {
    summary: 'The configured parts of the repository that the caller belongs to',
    permission,
    data: z.object({ PromptContexts: z.array(PromptContext) }),
  }),
} as const
