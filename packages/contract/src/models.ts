// Models, their tags and the prompt options (shell specification, sections 3 and 7; chat specification, 3 and 9; reading 7).
import { z } from 'zod'
import { call } from './call.ts'
import { Id, Time } from './envelope.ts'
import { PROMPT_OPTIONS, OPTION_NAMES } from './prompt-options.ts'

export const ModelTag = z.object({
  id: z.number().int(),
  name: z.string(),
  fullName: z.string(),
  modelId: z.number().int(),
  deployed: z.boolean(),
  defaultTag: z.boolean(),
  type: z.number().int(),
  size: z.number().nullable(),
  contextLength: z.number().nullable(),
  capabilities: z.array(z.string()),
  supportedOptions: z.array(z.enum(OPTION_NAMES)),
  lastUpdateAsString: z.string(),
})
export type ModelTag = z.infer<typeof ModelTag>

/** A model family; `type` 1 is multimodal, `state` 1 is active. */
export const Model = z.object({
  id: z.number().int(),
  uuId: z.string(),
  name: z.string(),
  fullName: z.string(),
  providerId: z.number().int(),
  provider: z.string(),
  isLocal: z.boolean(),
  streams: z.boolean(),
  shortDescription: z.string(),
  longDescription: z.string(),
  type: z.number().int(),
  state: z.number().int(),
  modelTagDeployed: z.boolean(),
  defaultModelTagId: z.number().int().nullable(),
  tags: z.array(ModelTag),
  created: Time,
  modified: Time,
})
export type Model = z.infer<typeof Model>

const OptionKind = z.object({
  name: z.enum(OPTION_NAMES),
  kind: z.enum(['number', 'integer', 'text']),
  min: z.number().nullable(),
  max: z.number().nullable(),
  step: z.number().nullable(),
  defaultValue: z.union([z.number(), z.string(), z.null()]),
  description: z.string(),
})

const ById = z.object({ id: Id })

export const models = {
  list: call({
    method: 'GET',
    path: 'models',
    summary: 'The active models with their tags, in their order',
    door: 'signed-in',
    data: z.object({ Models: z.array(Model) }),
  }),
  promptOptions: call({
    method: 'GET',
    path: 'models/promptoptions',
    summary: `The prompt options: ${PROMPT_OPTIONS.length} with bounds, step, default and description`,
    door: 'signed-in',
    data: z.object({ PromptOptions: z.array(OptionKind) }),
  }),
  get: call({
    method: 'GET',
    path: 'models/{id}',
    summary: 'A model with its tags',
    door: 'signed-in',
    params: ById,
    data: z.object({ model: Model }),
    problems: ['NOT_FOUND'],
  }),
  tags: call({
    method: 'GET',
    path: 'models/{id}/tags',
    summary: 'A model’s tags, with the options each of them obeys',
    door: 'signed-in',
    params: ById,
    data: z.object({ ModelTags: z.array(ModelTag), Model: Model }),
    problems: ['NOT_FOUND'],
  }),
} as const
