// What a chat is asked with: the same five choices on a project and on a tab.
import type { ModelsService } from '../models/index.ts'
import type { Queries } from '../../platform/db/index.ts'
import { Problem } from '../../problem.ts'

export interface ChatDefaults {
  readonly defaultModelId: number
  readonly defaultModelTagId: number
  /** 0 is none, as with the next two. */
  readonly defaultDatasourceId: number
  readonly custInstWhoId: number
  readonly custInstRespondId: number
}

/** Guide, and nothing else: what an empty installation begins with (reading 7). */
const FIRST_DEFAULTS: ChatDefaults = {
  defaultModelId: 1,
  defaultModelTagId: 1,
  defaultDatasourceId: 0,
  custInstWhoId: 0,
  custInstRespondId: 0,
}

type Sent = { readonly [Key in keyof ChatDefaults]?: ChatDefaults[Key] | undefined }

/** What a new chat begins with, with the person's startup model (setting 31) where that can be asked. */
export async function firstDefaults(
  models: Pick<ModelsService, 'firstChoice'>,
  db: Queries,
  startupModel: string | undefined,
): Promise<ChatDefaults> {
  const preferred = Number(startupModel)
  const { modelId, tagId } = await models.firstChoice(db, Number.isSafeInteger(preferred) ? preferred : 0)
  return { ...FIRST_DEFAULTS, defaultModelId: modelId, defaultModelTagId: tagId }
}

/**
 * Checks the choices that a request changes, and completes that of the model; what is sent as it stands is not asked again,
 * so that a chat whose model was undeployed can still be renamed. A tag alone brings its model along, a model alone its default tag.
 * @throws Problem NOT_FOUND, MODEL_NOT_DEPLOYED, MODEL_UNAVAILABLE; VALIDATION_FAILED for a tag of another model.
 */
export async function changedDefaults(
  models: Pick<ModelsService, 'choose'>,
  db: Queries,
  sent: Sent,
  stored: ChatDefaults,
): Promise<Partial<ChatDefaults>> {
  refuseUnknown('data source', sent.defaultDatasourceId, stored.defaultDatasourceId)
  refuseUnknown('custom instruction', sent.custInstWhoId, stored.custInstWhoId)
  refuseUnknown('custom instruction', sent.custInstRespondId, stored.custInstRespondId)
  const { defaultModelId, defaultModelTagId } = sent
  const sameTag = defaultModelTagId === undefined || defaultModelTagId === stored.defaultModelTagId
  const sameModel = defaultModelId === undefined || defaultModelId === stored.defaultModelId
  if (sameTag && sameModel) return {}
  const choice = await models.choose(db, {
    ...(defaultModelId === undefined ? {} : { modelId: defaultModelId }),
    ...(defaultModelTagId === undefined ? {} : { tagId: defaultModelTagId }),
  })
  return { defaultModelId: choice.modelId, defaultModelTagId: choice.tagId }
}

/** The model of a new tab that was given none: its project's, else what a new chat begins with where that cannot be asked. */
export async function inheritedModel(
  models: Pick<ModelsService, 'choose' | 'firstChoice'>,
  db: Queries,
  { defaultModelId, defaultModelTagId }: ChatDefaults,
): Promise<Pick<ChatDefaults, 'defaultModelId' | 'defaultModelTagId'>> {
  const { modelId, tagId } = await models
    .choose(db, { modelId: defaultModelId, tagId: defaultModelTagId })
    .catch((error: unknown) => {
      if (error instanceof Problem) return models.firstChoice(db)
      throw error
    })
  return { defaultModelId: modelId, defaultModelTagId: tagId }
}

/** There are no data sources and custom instructions to refer to: an id is one of nothing. */
function refuseUnknown(thing: string, sent: number | undefined, stored: number): void {
  if (sent !== undefined && sent !== 0 && sent !== stored) throw new Problem('NOT_FOUND', { thing })
}
