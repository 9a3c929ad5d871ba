// Categories and tags of items, shared by all people on one side of a tenant wall (chat specification, section 7; reading 8).
import { z } from 'zod'
import { call } from './call.ts'
import { Name, text } from './envelope.ts'
import { LABEL_LIMITS } from './prompt-limits.ts'
import { routes } from './routes.ts'

export const Label = z.object({ id: z.number().int(), name: z.string(), description: z.string() })
export type Label = z.infer<typeof Label>

/** A label on an item. */
export const GivenLabel = z.object({ id: z.number().int(), name: z.string() })
export type GivenLabel = z.infer<typeof GivenLabel>

const bodySchema = z.object({
  name: Name.pipe(z.string().max(LABEL_LIMITS.name)),
  description: text(LABEL_LIMITS.description).optional(),
})

export const labels = {
  categories: call(routes.labels.categories, {
    summary: 'All categories, by name',
    permission: 'can_use_prompts',
    data: z.object({ Categories: z.array(Label) }),
  }),
  createCategory: call(routes.labels.createCategory, {
    summary: 'Create a category; the existing one when there is one of that name',
    permission: 'can_use_prompts',
    status: 201,
    bodySchema,
    data: z.object({ category: Label }),
    problems: ['TOO_MANY_LABELS'],
  }),
  tags: call(routes.labels.tags, {
    summary: 'All tags, by name',
    permission: 'can_use_prompts',
    data: z.object({ Tags: z.array(Label) }),
  }),
  createTag: call(routes.labels.createTag, {
    summary: 'Create a tag; the existing one when there is one of that name',
    permission: 'can_use_prompts',
    status: 201,
    bodySchema,
    data: z.object({ tag: Label }),
    problems: ['TOO_MANY_LABELS'],
  }),
} as const
