// What a chatbot answers with: whoever changes it may use the model, read the data source and the instructions.
import type { Person } from '#access/index.ts'
import type { Queries } from '#platform/db/index.ts'
import type { ModelsService } from '#features/models/index.ts'
import type { Answering } from './table.ts'

export interface AnsweringDeps {
  readonly models: Pick<ModelsService, 'choose' | 'askable'>
  readonly custinsts: {
    /** @throws Problem NOT_FOUND, PERMISSION_DENIED */
    requireUsable(db: Queries, viewer: Person, id: number, as: 'who' | 'respond'): Promise<void>
  }
  readonly datasources: {
    /** @throws Problem NOT_FOUND, PERMISSION_DENIED, DATASOURCE_NOT_READY */
    requireUsable(db: Queries, viewer: Person, id: number): Promise<void>
  }
}

type Changed = { readonly [Name in keyof Answering]?: Answering[Name] | undefined }

/**
 * Checks what changes; unchanged values are not checked, so that a chatbot whose model was undeployed can still be renamed.
 * @throws Problem NOT_FOUND, PERMISSION_DENIED, DATASOURCE_NOT_READY, MODEL_NOT_DEPLOYED, MODEL_UNAVAILABLE
 */
export async function requireAnswering(
  { models, custinsts, datasources }: AnsweringDeps,
  db: Queries,
  viewer: Person,
  sent: Changed,
  before: Pick<Answering, Exclude<keyof Answering, 'options' | 'amountOfChunks'>>,
): Promise<void> {
  if (isNew(sent.datasourceId, before.datasourceId))
    await datasources.requireUsable(db, viewer, sent.datasourceId)
  if (isNew(sent.custInstWhoId, before.custInstWhoId))
    await custinsts.requireUsable(db, viewer, sent.custInstWhoId, 'who')
  if (isNew(sent.custInstRespondId, before.custInstRespondId))
    await custinsts.requireUsable(db, viewer, sent.custInstRespondId, 'respond')
  if (sent.modelTagId !== undefined && sent.modelTagId !== before.modelTagId)
    await models.choose(db, { tagId: sent.modelTagId })
}

/** Whether a request refers to something else than before. */
function isNew(sent: number | undefined, stored: number): sent is number {
  return sent !== undefined && sent !== 0 && sent !== stored
}
