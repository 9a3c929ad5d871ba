import {
  CHUNK_OVERLAP,
  CHUNK_SIZE,
  type CallInput,
  type contract,
  type Datasource,
  type DatasourceVectors,
  type Passage,
  type SearchMeta,
} from '@polylogue/contract'
import { authorize, viewerKey, type Person } from '#access/index.ts'
import {
  idsOf,
  labelIdsOf,
  requireUse,
  sentFields,
  type ItemFacts,
  type Items,
  type ItemsDeps,
} from '#access/items/index.ts'
import type { Queries, Runner, Tx } from '#platform/db/index.ts'
import { Problem } from '#problem.ts'
import {
  auditConfidentiality,
  auditedAs,
  auditRemoved,
  auditScanModel,
  type AuditDeps,
  type AuditedSource,
} from './audit-entries.ts'
import { settleDocuments } from './change.ts'
import { datasourceItem, datasourcePolicy } from './item.ts'
import type { Confidentiality } from '#features/confidentiality/index.ts'
import type { PreparedDocuments, SourceDocuments } from './documents.ts'
import { leftOut, mediaEtagOf, toDatasourceResponse } from './rules.ts'
import { readsScansAnew, requireScans, UNREAD, type ScansDeps } from './scans.ts'
import type { Searching } from './search/service.ts'
import * as store from './store.ts'
import type { datasources } from './table.ts'

type Calls = typeof contract.datasources
type Body<Name extends 'create' | 'update' | 'search'> = CallInput<Calls[Name]>['body']
type Query = CallInput<Calls['list']>['query']

export type DatasourcesDeps = ItemsDeps &
  ScansDeps & {
    readonly media: SourceDocuments
    readonly searching: Searching
    readonly confidentiality: Confidentiality
    readonly isConfidentialQuestion: (question: {
      readonly datasourceId: number
      readonly q: string
    }) => Promise<boolean>
    readonly vectors: {
      /** Returns the progress of a data source's vectors, or null if no model is chosen. The caller has checked the access. */
      progressOf(datasourceId: number): Promise<DatasourceVectors | null>
    }
  }

/** Access and errors are those of the contract. */
export interface DatasourcesService {
  list(viewer: Person, wanted: Query): Promise<{ total: number; datasources: Datasource[] }>
  get(viewer: Person, id: number): Promise<Datasource>
  create(viewer: Person, sent: Body<'create'>): Promise<Datasource>
  /** Changes the fields in the request and keeps the others. */
  update(viewer: Person, id: number, sent: Body<'update'>): Promise<Datasource>
  /** Chats keep the id of a deleted data source; it counts as none. */
  remove(viewer: Person, id: number): Promise<void>
  search(viewer: Person, id: number, sent: Body<'search'>): Promise<SearchMeta & { Passages: Passage[] }>
  /** Checks that the viewer may use this one in a chat. @throws Problem NOT_FOUND, PERMISSION_DENIED, DATASOURCE_NOT_READY */
  requireUsable(db: Queries, viewer: Person, id: number): Promise<void>
  /** Checks that the viewer may ask with this one, ready or not. @throws Problem NOT_FOUND, PERMISSION_DENIED */
  requireReadable(viewer: Person, id: number): Promise<void>
}

type DatasourceFacts = ItemFacts<typeof datasources>

export function datasourcesService(
  deps: DatasourcesDeps,
  items: Items<typeof datasources>,
): DatasourcesService {
  const { orm, pool } = deps.db
  const createDeps = { audit: deps.audit, items }
  const respond = async (viewer: Person, item: { id: number; level: number }) => {
    const found = authorize(datasourcePolicy, 'read', await store.withDocuments(orm, viewer, item))
    const media = await deps.media.list(pool, item.id)
    const vectors = await deps.vectors.progressOf(found.id)
    const parts = { media: media.map((one) => one.item), mediaEtag: mediaEtagOf(media), vectors }
    return toDatasourceResponse(viewer, deps.confidentiality, found, parts)
  }
  const usable = async (db: Queries, viewer: Person, id: number) => {
    const found = authorize(datasourcePolicy, 'read', await store.forQuestion(db, viewer, id))
    requireUse(datasourceItem, viewer)
    return found
  }
  return {
    async list(viewer, { q, categories, tags, status, limit, offset }) {
      const labels = labelIdsOf({ categories: idsOf(categories), tags: idsOf(tags) })
      const { total, found } = await store.pageOf(orm, viewer, { q, labels, status, limit, offset })
      return {
        total,
        datasources: found.map((one) => toDatasourceResponse(viewer, deps.confidentiality, one)),
      }
    },
    get: async (viewer, id) => respond(viewer, await items.get(viewer, id)),
    async create(viewer, { media, ...sent }) {
      requireConfidentiality(deps.confidentiality, sent.label)
      requireSizes(sent, { chunkSize: CHUNK_SIZE.default, chunkOverlap: CHUNK_OVERLAP.default })
      await requireScans(deps, sent, UNREAD)
      const made = await withMedia(deps, media, (prepared) =>
        deps.db.transaction((tx, client) => create(createDeps, { tx, client, viewer }, sent, prepared)),
      )
      return respond(viewer, made)
    },
    async update(viewer, id, { media, ifMedia, ...sent }) {
      // Checked before the bytes are stored: only people who may change the documents store any.
      await requireScans(deps, sent, authorize(datasourcePolicy, 'update', await items.get(viewer, id)))
      const item = await withMedia(deps, media, (prepared) =>
        update(deps, items, viewer, id, sent, { ...prepared, ifMedia }),
      )
      return respond(viewer, item)
    },
    remove: (viewer, id) => items.remove(viewer, id),
    async search(viewer, id, sent) {
      const found = authorize(datasourcePolicy, 'read', await store.forQuestion(orm, viewer, id))
      return deps.searching.search(found, await questionOf(deps, viewer, id, sent))
    },
    async requireUsable(db, viewer, id) {
      const found = await usable(db, viewer, id)
      if (!found.isSearchable) throw new Problem('DATASOURCE_NOT_READY')
    },
    async requireReadable(viewer, id) {
      await usable(orm, viewer, id)
    },
  }
}

/** Returns a question that somebody tries. What the client says of its confidentiality only adds to what is known here. */
async function questionOf(
  { isConfidentialQuestion }: Pick<DatasourcesDeps, 'isConfidentialQuestion'>,
  viewer: Person,
  datasourceId: number,
  { translation, confidential = false, ...wanted }: Body<'search'>,
) {
  const isReported = () => isConfidentialQuestion({ datasourceId, q: wanted.q })
  return {
    ...wanted,
    isConfidential: confidential || (await isReported()),
    isConfidentialNow: isReported,
    asker: viewerKey(viewer),
    translate: translation ? () => Promise.resolve(translation) : undefined,
  }
}

/** Stores the bytes of sent documents before `work`, and deletes them when it fails. */
async function withMedia<T>(
  { media }: Pick<DatasourcesDeps, 'media'>,
  sent: Body<'update'>['media'],
  work: (prepared: PreparedDocuments) => Promise<T>,
): Promise<T> {
  const prepared = await media.prepare(sent)
  try {
    const result = await work(prepared)
    media.wake()
    return result
  } catch (error) {
    await prepared.discard()
    throw error
  }
}

interface Creating {
  readonly tx: Tx
  readonly client: Runner
  readonly viewer: Person
}

async function create(
  { items, ...deps }: Pick<AuditDeps, 'audit'> & { readonly items: Items<typeof datasources> },
  { tx, client, viewer }: Creating,
  sent: Omit<Body<'create'>, 'media'>,
  prepared: PreparedDocuments,
): Promise<DatasourceFacts> {
  const { assocContexts, ownerId: _, ifModified: __, name, categories, tags, ...fields } = sent
  const { keep = [] } = prepared
  if (keep.length > 0) throw new Problem('NOT_FOUND', { thing: 'document' })
  await items.requireRoom(tx, viewer)
  const labels = labelIdsOf({ categories, tags })
  const made = await items.create(tx, viewer, { name, ...sentFields(fields) }, { assocContexts, labels })
  await prepared.insert(client, made.id, viewer.userId)
  await store.storeStatus(client, made.id)
  const chosen = { from: UNREAD.recognitionModelTagId, to: sent.recognitionModelTagId }
  await auditChosenModel(deps, { tx, client, viewer }, auditedAs(made), chosen)
  return made
}

function update(
  deps: DatasourcesDeps,
  items: Items<typeof datasources>,
  viewer: Person,
  id: number,
  {
    assocContexts,
    ownerId,
    ifModified,
    categories,
    tags,
    ...sent
  }: Omit<Body<'update'>, 'media' | 'ifMedia'>,
  prepared: SentList,
): Promise<DatasourceFacts> {
  return items.update(viewer, id, {
    assocContexts,
    ownerId,
    ifModified,
    labels: labelIdsOf({ categories, tags }),
    allow(item) {
      const describes = DESCRIBED.some((field) => isNew(sent[field], item[field]))
      if (describes && item.level < datasourcePolicy.needs.describe) throw new Problem('PERMISSION_DENIED')
      requireSizes(sent, item)
      if (isNew(sent.label, item.label)) requireConfidentiality(deps.confidentiality, sent.label)
    },
    async fields(tx, item, client) {
      const cutsAnew =
        isNew(sent.chunkSize, item.chunkSize) ||
        isNew(sent.chunkOverlap, item.chunkOverlap) ||
        isNew(sent.useContextual, item.useContextual)
      const on = auditedAs(item)
      const isListChanged = await changeMedia(deps, { tx, client, viewer }, on, prepared)
      if (cutsAnew) await deps.media.cutAgain(client, id)
      if (readsScansAnew(sent, item)) await deps.media.recognizeAgain(client, id)
      await settleDocuments(client, id, { isListChanged })
      if (isNew(sent.label, item.label))
        await auditConfidentiality(deps, tx, { by: viewer, on, from: item.label, to: sent.label ?? '' })
      const tags = { from: item.recognitionModelTagId, to: sent.recognitionModelTagId }
      await auditChosenModel(deps, { tx, client, viewer }, on, tags)
      if (isNew(sent.useVectors, item.useVectors) || isNew(sent.label, item.label))
        await store.setVectorsDue(client, id)
      return sentFields(sent)
    },
  })
}

/** Which model gets pictures of the documents is part of the audit trail: it may be an external one. */
async function auditChosenModel(
  deps: Pick<AuditDeps, 'audit'>,
  { tx, client, viewer }: Creating,
  on: AuditedSource,
  tags: { readonly from: number; readonly to: number | undefined },
): Promise<void> {
  if (!isNew(tags.to, tags.from)) return
  const from = await store.tagName(client, tags.from)
  const to = await store.tagName(client, tags.to ?? 0)
  await auditScanModel(deps, tx, { by: viewer, on, from, to })
}

/** The documents of a request, and the list that it was made from. */
interface SentList extends PreparedDocuments {
  readonly ifMedia?: string | undefined
}

/**
 * Removes documents that the request leaves out, and adds its new ones. Returns whether there were any.
 * @throws Problem NOT_FOUND, MEDIA_LIST_STALE
 */
async function changeMedia(
  deps: DatasourcesDeps,
  { tx, client, viewer }: Creating,
  on: AuditedSource,
  prepared: SentList,
): Promise<boolean> {
  const { id } = on
  const { keep, ifMedia } = prepared
  if (keep === undefined) return false
  const { gone, isStale } = leftOut(await deps.media.list(client, id), { keep, ifMedia }, viewer.userId)
  if (gone === undefined) throw new Problem('NOT_FOUND', { thing: 'document' })
  if (isStale) throw new Problem('MEDIA_LIST_STALE')
  if (gone.length > 0) await deps.media.remove(tx, client, { id, ids: gone })
  await auditRemoved(deps, tx, { by: viewer, on, documents: gone.length })
  await deps.media.requireRoom(client, id, prepared.count)
  await prepared.insert(client, id, viewer.userId)
  return gone.length + prepared.count > 0
}

/**
 * Fields that need admin access: what readers see of it, what all answers from it may say, and which model gets pictures of its
 * documents.
 */
const DESCRIBED = ['name', 'summary', 'label', 'answersOnly', 'recognitionModelTagId'] as const

const isNew = <T>(sent: T | undefined, stored: T): boolean => sent !== undefined && sent !== stored
/** @throws Problem VALIDATION_FAILED for a level that is not configured */
function requireConfidentiality({ all }: Confidentiality, label: string | undefined): void {
  if (!label || all.some(({ name }) => name === label)) return
  const message = `must be one of: ${all.map(({ name }) => name).join(', ')}`
  throw new Problem(
    'VALIDATION_FAILED',
    { issues: `label: ${message}` },
    { issues: [{ path: 'label', message }] },
  )
}

interface Sizes {
  readonly chunkSize?: number | undefined
  readonly chunkOverlap?: number | undefined
}

/** A chunk must be larger than its overlap, otherwise cutting would not end. @throws Problem VALIDATION_FAILED */
function requireSizes(sent: Sizes, stored: Required<Sizes>): void {
  const size = sent.chunkSize ?? stored.chunkSize ?? 0
  const overlap = sent.chunkOverlap ?? stored.chunkOverlap ?? 0
  if (overlap < size) return
  const issues = [{ path: 'chunkOverlap', message: 'must be less than chunkSize' }]
  throw new Problem('VALIDATION_FAILED', { issues: 'chunkOverlap: must be less than chunkSize' }, { issues })
}
