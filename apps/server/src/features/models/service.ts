import type { Model, ModelTag, OptionName } from '@polylogue/contract'
import type { Person } from '#access/index.ts'
import type { Database, Queries } from '#platform/db/index.ts'
import { Problem } from '#problem.ts'
import { seesAll } from './policy.ts'
import { GUIDE, requireAskable, requireEmbedding, toModelResponse, type FamilyFacts } from './rules.ts'
import * as store from './store.ts'
import type { FoundTag, TagRow } from './table.ts'

/** A deployed tag with the data needed to ask it. */
export interface AskableTag extends Omit<TagRow, 'deployed' | 'present' | 'state' | 'setTools' | 'created'> {
  /** Whether it accepts images. */
  readonly images: boolean
  /** False for models that do not stream. */
  readonly streams: boolean
}

/** The model and tag of a project or tab. */
export interface ModelChoice {
  readonly modelId: number
  readonly tagId: number
}

export interface ModelsService {
  /**
   * Returns the active models in their order; with `all` also deactivated ones, for viewers who may activate them. Otherwise
   * all users see the same.
   */
  list(viewer: Person, wanted?: { all: boolean }): Promise<Model[]>
  /** @throws Problem NOT_FOUND, also for a deactivated model unless the viewer may activate it. */
  get(viewer: Person, id: number): Promise<Model>
  /** @throws Problem NOT_FOUND as `get` */
  tags(viewer: Person, id: number): Promise<{ ModelTags: ModelTag[]; Model: Model }>
  /** As `tagForPrompt`, for a tag that is read already. @throws Problem NOT_FOUND, MODEL_NOT_DEPLOYED, MODEL_UNAVAILABLE */
  askable(found: FoundTag | undefined): AskableTag
  /**
   * Returns the data needed to ask a tag, with one prepared statement.
   * @throws Problem NOT_FOUND, MODEL_NOT_DEPLOYED, MODEL_UNAVAILABLE
   */
  tagForPrompt(tagId: number): Promise<AskableTag>
  /**
   * As `tagForPrompt`; for viewers who may deploy models also a tag that is on its engine and not deployed.
   * @throws Problem NOT_FOUND, MODEL_NOT_DEPLOYED, MODEL_UNAVAILABLE
   */
  tagForTrial(viewer: Person, tagId: number): Promise<AskableTag>
  /** As `tagForPrompt`, for a tag that makes vectors. @throws Problem NOT_FOUND, MODEL_NOT_DEPLOYED, MODEL_UNAVAILABLE */
  tagForVectors(tagId: number): Promise<AskableTag>
  /** Returns the default tag of a family. @throws Problem NOT_FOUND */
  defaultTagOf(modelId: number): Promise<number>
  /**
   * Completes a choice of a model, a tag or both, and validates it. Runs in the caller's transaction.
   * @throws Problem NOT_FOUND, MODEL_NOT_DEPLOYED, MODEL_UNAVAILABLE; VALIDATION_FAILED for a tag of another model.
   */
  choose(db: Queries, wish: Partial<ModelChoice>): Promise<ModelChoice>
  /**
   * Returns the model and tag of a new chat: the preferred model if it can be asked, else the first in the order that
   * generates text, else Guide (PROJECT-4). Runs in the caller's transaction.
   */
  firstChoice(db: Queries, preferredModelId?: number): Promise<ModelChoice>
  /** Returns tags by name, as `family:tag` or as a family alone; omits unknown ones. */
  named(db: Queries, names: readonly string[]): Promise<Map<string, store.NamedTag>>
  /** Returns the number of models of each provider, by its id. */
  countByProvider(): Promise<ReadonlyMap<number, number>>
}

interface Deps {
  readonly db: Database
  readonly optionsOf: (providerId: number) => readonly OptionName[]
  readonly streamsOf: (modelName: string) => boolean
  readonly canContinue: (providerId: number) => boolean
}

export function modelsService(deps: Deps): ModelsService {
  const { orm, pool } = deps.db
  const toResponses = async (families: readonly FamilyFacts[]): Promise<Model[]> => {
    const tags = await store.tagsOf(
      orm,
      families.map(({ id }) => id),
    )
    const byModel = Map.groupBy(tags, ({ modelId }) => modelId)
    return families.map((family) => {
      const options = deps.optionsOf(family.providerId)
      return toModelResponse(family, byModel.get(family.id) ?? [], {
        options,
        streams: deps.streamsOf(family.name),
        canContinue: deps.canContinue(family.providerId),
      })
    })
  }
  const toPromptTag = (found: FoundTag): AskableTag => {
    const { deployed: _, present: __, state: ___, setTools: ____, created: _____, ...tag } = found
    const images = tag.capabilities.includes('images')
    return { ...tag, images, streams: deps.streamsOf(tag.modelName) }
  }
  const get = async (viewer: Person, id: number): Promise<Model> => {
    const [model] = await toResponses(await store.families(orm, { id, all: seesAll(viewer) }))
    if (!model) throw new Problem('NOT_FOUND', { thing: 'model' })
    return model
  }
  return {
    list: async (viewer, { all } = { all: false }) =>
      toResponses(await store.families(orm, { all: all && seesAll(viewer) })),
    get,
    async tags(viewer, id) {
      const model = await get(viewer, id)
      return { ModelTags: model.tags, Model: model }
    },
    askable: (found) => toPromptTag(requireAskable(found)),
    tagForPrompt: async (tagId) => toPromptTag(requireAskable(await store.findTag(pool, tagId))),
    async tagForTrial(viewer, tagId) {
      const found = await store.findTag(pool, tagId)
      const deployed = viewer.permissions.has('can_deploy_model')
      return toPromptTag(requireAskable(found && deployed ? { ...found, deployed } : found))
    },
    tagForVectors: async (tagId) => toPromptTag(requireEmbedding(await store.findTag(pool, tagId))),
    defaultTagOf: (modelId) => defaultTagOf(orm, modelId),
    choose,
    async firstChoice(db, preferred = 0) {
      return (await store.findFirstChoice(db, { preferred, fallback: GUIDE })) ?? { modelId: GUIDE, tagId: 1 }
    },
    named: store.namedTags,
    countByProvider: () => store.countByProvider(orm),
  }
}

async function defaultTagOf(db: Queries, modelId: number): Promise<number> {
  const tagId = await store.findDefaultTag(db, modelId)
  if (tagId === undefined) throw new Problem('NOT_FOUND', { thing: 'model' })
  return tagId
}

async function choose(db: Queries, wish: Partial<ModelChoice>): Promise<ModelChoice> {
  const tagId = wish.tagId ?? (await defaultTagOf(db, wish.modelId ?? 0))
  const { modelId } = requireAskable(await store.findTagState(db, tagId))
  if (wish.modelId === undefined || wish.modelId === modelId) return { modelId, tagId }
  const issue = { path: 'defaultModelTagId', message: 'is not a tag of the model defaultModelId' }
  throw new Problem('VALIDATION_FAILED', { issues: `${issue.path} ${issue.message}` }, { issues: [issue] })
}
