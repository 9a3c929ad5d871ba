// Categories and tags of items, shared by all people on one side of a tenant wall (PROMPT-6).
import { z } from 'zod'
import { call } from './call.ts'
import { Id, nameOf, Nothing, text } from './envelope.ts'
import { LABEL_LIMITS } from './prompt-limits.ts'
import { routes } from './routes.ts'

export const Label = z.object({ id: z.number().int(), name: z.string(), description: z.string() })
export type Label = z.infer<typeof Label>

/** A label on an item. */
export const GivenLabel = z.object({ id: z.number().int(), name: z.string() })
export type GivenLabel = z.infer<typeof GivenLabel>

/** Whether the caller may delete them. */
const CanDelete = z.object({ canDelete: z.boolean() })

const ById = z.object({ id: Id })
const bodySchema = z.object({
  name: nameOf(LABEL_LIMITS.name),
  description: text(LABEL_LIMITS.description).optional(),
})

export const labels = {
  categories: call(routes.labels.categories, {
    summary: 'All categories, by name',
    permission: 'can_use_prompts',
    data: z.object({ Categories: z.array(Label) }),
    meta: CanDelete,
  }),
  createCategory: call(routes.labels.createCategory, {
    summary: 'Create a category; the existing one when there is one of that name',
    permission: 'can_use_prompts',
    status: 201,
    bodySchema,
    data: z.object({ category: Label }),
    problems: ['TOO_MANY_LABELS', 'TOO_MANY_OWN_LABELS'],
  }),
  removeCategory: call(routes.labels.removeCategory, {
    summary: 'Delete a category, also from the items that have it; for administrators',
    permission: 'can_use_prompts',
    params: ById,
    data: Nothing,
    problems: ['NOT_FOUND', 'PERMISSION_DENIED'],
  }),
  tags: call(routes.labels.tags, {
    summary: 'All tags, by name',
    permission: 'can_use_prompts',
    data: z.object({ Tags: z.array(Label) }),
    meta: CanDelete,
  }),
  createTag: call(routes.labels.createTag, {
    summary: 'Create a tag; the existing one when there is one of that name',
    permission: 'can_use_prompts',
    status: 201,
    bodySchema,
    data: z.object({ tag: Label }),
    problems: ['TOO_MANY_LABELS', 'TOO_MANY_OWN_LABELS'],
  }),
  removeTag: call(routes.labels.removeTag, {
    summary: 'Delete a tag, also from the items that have it; for administrators',
    permission: 'can_use_prompts',
    params: ById,
    data: Nothing,
    problems: ['NOT_FOUND', 'PERMISSION_DENIED'],
  }),
} as const
