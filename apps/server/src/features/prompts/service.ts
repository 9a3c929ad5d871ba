import {
  type CallInput,
  type contract,
  type PromptContext,
  type PromptOutput,
  type PromptVersion,
  type SavedPrompt,
} from '@polylogue/contract'
import { groupsNamed, authorize, type Person } from '#access/index.ts'
import {
  idsOf,
  labelIdsOf,
  mayUse,
  requireUse,
  sentFields,
  type Items,
  type ItemsDeps,
} from '#access/items/index.ts'
import type { Queries, Tx } from '#platform/db/index.ts'
import { Problem } from '#problem.ts'
import { promptItem, promptPolicy } from './item.ts'
import { makesVersion, searchedIn, toPromptResponse, toVersionResponse } from './rules.ts'
import * as store from './store.ts'
import type { prompts } from './table.ts'

type Calls = typeof contract.prompts
type Body<Name extends 'create' | 'update'> = CallInput<Calls[Name]>['body']
type Query = CallInput<Calls['list']>['query']

export interface PromptsDeps extends ItemsDeps {
  /** Names of the groups that are parts of the repository, from the configuration. */
  readonly promptContexts: readonly string[]
  readonly custinsts: {
    requireUsable(db: Queries, viewer: Person, id: number, as: 'who' | 'respond'): Promise<void>
  }
}

/** Access and errors are those of the contract. */
export interface PromptsService {
  list(viewer: Person, wanted: Query): Promise<{ total: number; Prompts: SavedPrompt[] }>
  get(viewer: Person, id: number): Promise<SavedPrompt>
  /** Returns those of the prompts that the viewer may read; none without the permission. */
  readableOf(viewer: Person, ids: readonly number[]): Promise<SavedPrompt[]>
  create(viewer: Person, sent: Body<'create'>): Promise<SavedPrompt>
  /** Changes the fields in the request and keeps the others; changed texts make a version. */
  update(viewer: Person, id: number, sent: Body<'update'>): Promise<SavedPrompt>
  like(viewer: Person, id: number, liked: boolean): Promise<SavedPrompt>
  versions(viewer: Person, id: number): Promise<PromptVersion[]>
  /** Messages keep the id of a deleted prompt. */
  remove(viewer: Person, id: number): Promise<void>
  outputs(): Promise<PromptOutput[]>
  /** Returns the configured parts of the repository that the viewer belongs to, in the configured order. */
  contexts(viewer: Person): Promise<PromptContext[]>
  /** Checks that the viewer may ask a question from this prompt. @throws Problem NOT_FOUND, PERMISSION_DENIED */
  requireReadable(viewer: Person, id: number): Promise<void>
}

export function promptsService(deps: PromptsDeps, items: Items<typeof prompts>): PromptsService {
  const { orm } = deps.db
  const respond = async (db: Queries, viewer: Person, item: { id: number; level: number }) => {
    const found = await store.withCounts(db, viewer, item)
    return toPromptResponse(viewer, authorize(promptPolicy, 'read', found))
  }
  return {
    async list(viewer, { q, in: fields, categories, tags, context, limit, offset }) {
      const labels = labelIdsOf({ categories: idsOf(categories), tags: idsOf(tags) })
      const wanted = { q, ...searchedIn(fields), labels, context, limit, offset }
      const { total, prompts } = await store.pageOf(orm, viewer, wanted)
      return { total, Prompts: prompts.map((prompt) => toPromptResponse(viewer, prompt)) }
    },
    get: async (viewer, id) => respond(orm, viewer, await items.get(viewer, id)),
    async readableOf(viewer, ids) {
      if (ids.length === 0 || !mayUse(promptItem, viewer)) return []
      const { prompts } = await store.pageOf(orm, viewer, { ...ANY, ids, limit: ids.length })
      return prompts.map((prompt) => toPromptResponse(viewer, prompt))
    },
    create: (viewer, sent) =>
      deps.db.transaction(async (tx) => respond(tx, viewer, await create(deps, items, tx, viewer, sent))),
    update: async (viewer, id, sent) => respond(orm, viewer, await update(deps, items, viewer, id, sent)),
    like: async (viewer, id, liked) => respond(orm, viewer, await items.like(viewer, id, liked)),
    async versions(viewer, id) {
      const found = await items.get(viewer, id)
      return (await store.versionsOf(orm, viewer, found)).map(toVersionResponse)
    },
    remove: (viewer, id) => items.remove(viewer, id),
    outputs: () => store.outputs(orm),
    async contexts(viewer) {
      const found = await groupsNamed(orm, viewer, deps.promptContexts)
      return deps.promptContexts.flatMap((name) => found.filter((one) => one.name === name))
    },
    async requireReadable(viewer, id) {
      const level = await store.levelOn(orm, viewer, id)
      authorize(promptPolicy, 'read', level === undefined ? undefined : { level })
      requireUse(promptItem, viewer)
    },
  }
}

const ANY = {
  q: undefined,
  columns: [],
  labelKinds: [],
  labels: labelIdsOf({}),
  context: undefined,
  offset: 0,
} as const

async function create(
  deps: PromptsDeps,
  items: Items<typeof prompts>,
  tx: Tx,
  viewer: Person,
  { title, assocContexts, prompt, outputFormId, ...sent }: Body<'create'>,
) {
  await items.requireRoom(tx, viewer)
  const references = await checked(deps, tx, viewer, { ...sent, outputFormId }, NONE)
  const fields = { ...fieldsOf(sent), ...references, name: title, prompt, outputFormId }
  const made = await items.create(tx, viewer, fields, { assocContexts, labels: labelIdsOf(sent) })
  await store.addVersion(tx, made, made, { userId: viewer.userId, at: made.created })
  return made
}

async function update(
  deps: PromptsDeps,
  items: Items<typeof prompts>,
  viewer: Person,
  id: number,
  { title, assocContexts, ownerId, ifModified, ...sent }: Body<'update'>,
) {
  return items.update(viewer, id, {
    assocContexts,
    labels: labelIdsOf(sent),
    ownerId,
    ifModified,
    async fields(tx, before) {
      const { prompt, outputFormId } = sent
      const texts = { name: title, prompt, outputFormId }
      const references = await checked(deps, tx, viewer, sent, before)
      const wanted = sentFields({ ...fieldsOf(sent), ...texts, ...references })
      const after = { ...before, ...wanted }
      const by = { userId: viewer.userId, at: deps.clock.now() }
      if (makesVersion(before, after)) await store.addVersion(tx, before, after, by)
      return wanted
    },
  })
}

type UpdatedFields = Omit<Body<'update'>, 'title' | 'assocContexts' | 'ownerId' | 'ifModified'>

/** Returns the optional fields that are stored as they are sent. */
function fieldsOf(sent: UpdatedFields) {
  const { comment, promptOptions: options, mediaId, type, state, custInstWhoId, custInstRespondId } = sent
  return { comment, options, mediaId, type, state, custInstWhoId, custInstRespondId }
}

const NONE = { outputFormId: 0, modelId: 0, custInstWhoId: 0, custInstRespondId: 0 }

/**
 * Checks what the request refers to, unless it is unchanged: a model may have gone since. Returns the model with its name.
 * @throws Problem NOT_FOUND, PERMISSION_DENIED
 */
async function checked(deps: PromptsDeps, tx: Tx, viewer: Person, sent: UpdatedFields, before: typeof NONE) {
  const { outputFormId, modelId, custInstWhoId, custInstRespondId } = sent
  const isNew = (id: number | undefined, known: number): id is number => id !== undefined && id !== known
  if (isNew(outputFormId, before.outputFormId) && !(await store.outputExists(tx, outputFormId)))
    throw new Problem('NOT_FOUND', { thing: 'answer format' })
  if (custInstWhoId && isNew(custInstWhoId, before.custInstWhoId))
    await deps.custinsts.requireUsable(tx, viewer, custInstWhoId, 'who')
  if (custInstRespondId && isNew(custInstRespondId, before.custInstRespondId))
    await deps.custinsts.requireUsable(tx, viewer, custInstRespondId, 'respond')
  if (!isNew(modelId, before.modelId)) return {}
  const modelName = modelId === 0 ? '' : await store.modelName(tx, modelId)
  if (modelName === undefined) throw new Problem('NOT_FOUND', { thing: 'model' })
  return { modelId, modelName }
}
