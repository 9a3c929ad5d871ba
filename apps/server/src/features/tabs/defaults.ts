// The settings of a chat: the same six on a project and on a tab.
import { RETRIEVED_CHUNKS } from '@polylogue/contract'
import type { Person } from '#access/index.ts'
import type { ModelsService } from '#features/models/index.ts'
import type { Queries } from '#platform/db/index.ts'
import { Problem } from '#problem.ts'

export interface ChatDefaults {
  readonly defaultModelId: number
  readonly defaultModelTagId: number
  /** 0 means none, as for the instructions. */
  readonly defaultDatasourceId: number
  /** Passages that each question gets from the data source. */
  readonly amountOfChunks: number
  readonly custInstWhoId: number
  readonly custInstRespondId: number
}

/** Guide and nothing else: the settings of an empty installation (MODEL-3). */
const FIRST_DEFAULTS: ChatDefaults = {
  defaultModelId: 1,
  defaultModelTagId: 1,
  defaultDatasourceId: 0,
  amountOfChunks: RETRIEVED_CHUNKS.default,
  custInstWhoId: 0,
  custInstRespondId: 0,
}

/** The names of the settings. */
export const SETTINGS = [
  'defaultModelId',
  'defaultModelTagId',
  'defaultDatasourceId',
  'amountOfChunks',
  'custInstWhoId',
  'custInstRespondId',
] as const satisfies readonly (keyof ChatDefaults)[]

/** Returns the settings that a request changes. */
export function changesOf(sent: SentDefaults, stored: ChatDefaults): Partial<ChatDefaults> {
  const changes: { -readonly [Key in keyof ChatDefaults]?: ChatDefaults[Key] } = {}
  for (const name of SETTINGS) {
    const value = sent[name]
    if (value !== undefined && value !== stored[name]) changes[name] = value
  }
  return changes
}

/** What the check of settings depends on. */
export interface DefaultsDeps {
  readonly models: Pick<ModelsService, 'choose'>
  readonly custinsts: {
    /** @throws Problem NOT_FOUND, PERMISSION_DENIED */
    requireUsable(db: Queries, viewer: Person, id: number, as: 'who' | 'respond'): Promise<void>
  }
  readonly datasources: {
    /** @throws Problem NOT_FOUND, PERMISSION_DENIED, DATASOURCE_NOT_READY */
    requireUsable(db: Queries, viewer: Person, id: number): Promise<void>
  }
}

type SentDefaults = { readonly [Key in keyof ChatDefaults]?: ChatDefaults[Key] | undefined }

/** Returns the settings of a new chat, with the user's startup model (setting 31) when it is available. */
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
 * Checks the settings that a request changes. A tag alone implies its model, a model alone its default tag. Unchanged values
 * are not checked, so that a chat can still be renamed when its model was undeployed or its instruction is not shared.
 * @throws Problem NOT_FOUND, PERMISSION_DENIED, DATASOURCE_NOT_READY, MODEL_NOT_DEPLOYED, MODEL_UNAVAILABLE; VALIDATION_FAILED for a tag of another
 *   model
 */
export async function changedDefaults(
  { models, custinsts, datasources }: DefaultsDeps,
  db: Queries,
  viewer: Person,
  sent: SentDefaults,
  stored: ChatDefaults,
): Promise<Partial<ChatDefaults>> {
  if (isNew(sent.defaultDatasourceId, stored.defaultDatasourceId))
    await datasources.requireUsable(db, viewer, sent.defaultDatasourceId)
  if (isNew(sent.custInstWhoId, stored.custInstWhoId))
    await custinsts.requireUsable(db, viewer, sent.custInstWhoId, 'who')
  if (isNew(sent.custInstRespondId, stored.custInstRespondId))
    await custinsts.requireUsable(db, viewer, sent.custInstRespondId, 'respond')
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

/** Returns the model of a new tab: its project's, or that of a new chat when it is not available. */
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

/** Whether a request refers to something else than before. */
function isNew(sent: number | undefined, stored: number): sent is number {
  return sent !== undefined && sent !== 0 && sent !== stored
}
