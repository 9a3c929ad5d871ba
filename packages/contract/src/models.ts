// Models, their tags and the prompt options (MODEL-*).
import { z } from 'zod'
import { call } from './call.ts'
import { BodyId, Id, Nothing, Time } from './envelope.ts'
import { list } from './list.ts'
import { OPTION_NAMES, PROMPT_OPTIONS } from './option-kinds.ts'
import { routes } from './routes.ts'
import { DEPLOYMENT_STATES } from './deployment-states.ts'

/** Settings of a tag that override what its engine reports; null means the engine's value. */
export const TagSettings = z.object({
  contextLength: z.number().int().min(256).max(100_000_000).nullable(),
  images: z.boolean().nullable(),
  tools: z.boolean().nullable(),
})
export type TagSettings = z.infer<typeof TagSettings>

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
  /** `contextLength` and `capabilities` of the tag combine these with the engine's values. */
  set: TagSettings,
  supportedOptions: z.array(z.enum(OPTION_NAMES)),
  /** Bytes used in the engine's memory; null when it is not loaded or the engine does not report it. */
  memory: z.number().nullable(),
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
  /** Whether it can continue the text of a stopped answer (`continues` of a prompt). */
  canContinue: z.boolean(),
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

/** Deployment progress of a tag (MODEL-5): sent as live messages, and stored so that a reload shows it. */
export const Deployment = z.object({
  modelId: z.number().int(),
  modelTagId: z.number().int(),
  /** Whether it should be deployed; enforced again after a restart and after changes outside the product. */
  wanted: z.boolean(),
  state: z.enum(DEPLOYMENT_STATES),
  /** Bytes downloaded and bytes in total; 0 while unknown. */
  done: z.number().int(),
  total: z.number().int(),
  /** 0 to 100; null while the total is unknown. */
  percent: z.number().int().nullable(),
  errorCode: z.string().nullable(),
  errorMessage: z.string().nullable(),
  /** Start of the current step; null when idle. */
  began: Time.nullable(),
})
export type Deployment = z.infer<typeof Deployment>

/** A model of the engine's built-in catalogue that it can fetch by name. */
export const CatalogueModel = z.object({
  /** The name for `add`. */
  name: z.string(),
  family: z.string(),
  tag: z.string(),
  title: z.string(),
  /** Number of parameters in billions. */
  parameters: z.number(),
  licence: z.object({ name: z.string(), address: z.string().nullable() }),
  /** Bytes to download, and an estimate of the bytes it takes in memory; null while unknown. */
  size: z.number().nullable(),
  memory: z.number().nullable(),
  contextLength: z.number().int(),
  capabilities: z.array(z.string()),
  /** Whether it is on the engine's disk already. */
  present: z.boolean(),
})
export type CatalogueModel = z.infer<typeof CatalogueModel>

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
  list: call(routes.models.list, {
    summary:
      'The active models with their tags, in their order; `all` includes the others, for users who may activate them',
    query: z.object({ all: z.enum(['true', 'false']).default('false') }),
    large: 'page',
    data: z.object({ Models: z.array(Model) }),
  }),
  promptOptions: call(routes.models.promptOptions, {
    summary: `The prompt options: ${PROMPT_OPTIONS.length} with bounds, step, default and description`,
    data: z.object({ PromptOptions: z.array(OptionKind) }),
  }),
  awaited: call(routes.models.awaited, {
    summary: 'The names of providers that do not answer: their models appear when they do',
    data: z.object({ Awaited: z.array(z.string()) }),
  }),
  get: call(routes.models.get, {
    summary: 'A model with its tags',
    params: ById,
    data: z.object({ model: Model }),
    problems: ['NOT_FOUND'],
  }),
  tags: call(routes.models.tags, {
    summary: 'A model’s tags, with the options each of them obeys',
    params: ById,
    data: z.object({ ModelTags: z.array(ModelTag), Model: Model }),
    problems: ['NOT_FOUND'],
  }),
  activate: call(routes.models.activate, {
    summary: 'Show a model in the lists again',
    permission: 'can_activate_model',
    params: ById,
    data: z.object({ model: Model }),
    problems: ['NOT_FOUND'],
  }),
  deactivate: call(routes.models.deactivate, {
    summary: 'Take a model out of all lists; Guide stays',
    permission: 'can_deactivate_model',
    params: ById,
    data: z.object({ model: Model }),
    problems: ['NOT_FOUND', 'PERMISSION_DENIED'],
  }),
  sort: call(routes.models.sort, {
    summary: 'Put models into an order; those left out follow as they were',
    permission: 'can_sort_model',
    bodySchema: z.object({ modelIds: list(BodyId, 5_000).min(1) }),
    data: z.object({ Models: z.array(Model) }),
    problems: ['NOT_FOUND'],
  }),
  catalogue: call(routes.models.catalogue, {
    summary: 'The models that a provider’s engine can fetch by name, and the memory of its machine in bytes',
    permission: 'can_deploy_model',
    query: z.object({ providerId: Id }),
    data: z.object({ Models: z.array(CatalogueModel), machineMemory: z.number() }),
    problems: ['NOT_FOUND', 'PERMISSION_DENIED', 'ENGINE_CANNOT'],
  }),
  add: call(routes.models.add, {
    summary:
      'Have a model’s tag brought to its engine and deployed: `name` is what the engine calls it (Ollama: `llama3.2:3b`; embedded: an entry of the catalogue)',
    permission: 'can_deploy_model',
    status: 201,
    bodySchema: z.object({ providerId: BodyId, name: z.string().trim().min(1).max(400) }),
    data: z.object({ model: Model, deployment: Deployment }),
    problems: ['NOT_FOUND', 'PERMISSION_DENIED', 'ENGINE_CANNOT', 'STORAGE_FULL'],
  }),
  deploy: call(routes.models.deploy, {
    summary:
      'Deploy a tag: it is fetched where it is missing, and loaded. Answers at once; progress is pushed',
    params: ById,
    bodySchema: z.object({ modelTagId: BodyId }),
    data: z.object({ model: Model, deployment: Deployment }),
    problems: ['NOT_FOUND', 'PERMISSION_DENIED', 'ENGINE_CANNOT'],
  }),
  undeploy: call(routes.models.undeploy, {
    summary: 'Undeploy a tag: its memory is freed, its file stays',
    params: ById,
    bodySchema: z.object({ modelTagId: BodyId }),
    data: z.object({ model: Model, deployment: Deployment }),
    problems: ['NOT_FOUND', 'PERMISSION_DENIED'],
  }),
  deployment: call(routes.models.deployment, {
    summary: 'How far each tag of a model is',
    params: ById,
    data: z.object({ deployments: z.array(Deployment) }),
    problems: ['NOT_FOUND'],
  }),
  setTag: call(routes.models.setTag, {
    summary: 'Set the abilities of a tag that its engine does not report; null leaves them to the engine',
    permission: 'can_update_model',
    params: z.object({ id: Id, tagId: Id }),
    bodySchema: TagSettings,
    data: z.object({ model: Model }),
    problems: ['NOT_FOUND', 'PERMISSION_DENIED'],
  }),
  removeTag: call(routes.models.removeTag, {
    summary: 'Delete a tag at its engine: frees the disk. A download of it ends',
    permission: 'can_delete_model',
    params: z.object({ id: Id, tagId: Id }),
    data: Nothing,
    problems: ['NOT_FOUND', 'PERMISSION_DENIED', 'ENGINE_CANNOT'],
  }),
} as const
