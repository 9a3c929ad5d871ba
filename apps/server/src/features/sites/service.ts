// Site maps and folders of pages: adding, changing, refreshing and removing them.
import { DATASOURCE_LIMITS, type CallInput, type contract, type DatasourceSite } from '@polylogue/contract'
import { authorize, type Person } from '#access/index.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database, Runner, Tx } from '#platform/db/index.ts'
import type { Outbound } from '#platform/outbound/index.ts'
import { Problem } from '#problem.ts'
import {
  type AuditDeps,
  auditedSource,
  auditRemoved,
  changeDatasource,
  type Changing,
  datasourcePolicy,
  forQuestion,
} from '#features/datasources/index.ts'
import { nextDue, removeDocuments, requireAllowed, requireMediaRoom } from '#features/media/index.ts'
import { addPages } from './pages.ts'
import * as store from './store.ts'

type Body<Name extends 'create' | 'update'> = CallInput<(typeof contract.sites)[Name]>['body']

export interface SitesDeps extends AuditDeps {
  readonly db: Database
  readonly clock: Clock
  readonly outbound: Pick<Outbound, 'judge'>
  wake(): void
  forget(tx: Tx, keys: readonly string[]): Promise<void>
}

/** Access and errors are those of the contract. Sites have the access of their data source. */
export interface SitesService {
  list(viewer: Person, datasourceId: number): Promise<DatasourceSite[]>
  create(viewer: Person, datasourceId: number, sent: Body<'create'>): Promise<DatasourceSite>
  update(viewer: Person, id: number, sent: Body<'update'>): Promise<DatasourceSite>
  refresh(viewer: Person, id: number): Promise<DatasourceSite>
  /** Removes the pages that are gone; returns their number. */
  removeGone(viewer: Person, id: number): Promise<number>
  remove(viewer: Person, id: number): Promise<void>
}

export function sitesService(deps: SitesDeps): SitesService {
  const access = openAccess(deps)
  return { ...changing(deps, access), ...removing(deps, access) }
}

type Access = ReturnType<typeof openAccess>

function openAccess(deps: SitesDeps) {
  const { orm, pool } = deps.db
  const found = async (viewer: Person, id: number) => {
    const row = await store.find(pool, id)
    const datasource = row && (await forQuestion(orm, viewer, row.datasourceId))
    authorize({ ...datasourcePolicy, thing: 'site' }, 'update', datasource)
    return row as store.SiteRow
  }
  const change = <T>(datasourceId: number, work: (changing: Changing) => Promise<T>) =>
    changeDatasource(deps, datasourceId, work)
  return { found, change }
}

type Removing = Pick<SitesService, 'remove' | 'removeGone'>

function changing(deps: SitesDeps, { found, change }: Access): Omit<SitesService, keyof Removing> {
  const { orm, pool } = deps.db
  const changed = async (row: store.SiteRow, work: (client: Runner, now: Date) => Promise<void>) => {
    await change(row.datasourceId, ({ client }) => work(client, deps.clock.now()))
    return toResponse((await store.find(pool, row.id)) ?? row)
  }
  return {
    async list(viewer, datasourceId) {
      authorize(datasourcePolicy, 'read', await forQuestion(orm, viewer, datasourceId))
      return (await store.ofDatasource(pool, datasourceId)).map(toResponse)
    },
    async create(viewer, datasourceId, sent) {
      authorize(datasourcePolicy, 'update', await forQuestion(orm, viewer, datasourceId))
      const made = newSite(deps, sent)
      const site = await change(datasourceId, async ({ client }) => {
        await requireRoom(client, datasourceId)
        const added = await store.insert(client, { ...made, datasourceId, userId: viewer.userId })
        if (added.kind === 'below') await addPages(client, added, [added.url])
        return added
      })
      return toResponse(site)
    },
    async update(viewer, id, sent) {
      const row = await found(viewer, id)
      const { limit = row.limit, refresh = row.refresh } = sent
      return changed(row, async (client, now) => {
        await store.update(client, id, { limit, refresh, now })
        const isFull = (await store.pagesOf(client, id)).length >= row.limit
        if (limit > row.limit && isFull) await store.lookForPages(client, id, now)
      })
    },
    async refresh(viewer, id) {
      return changed(await found(viewer, id), (client, now) => store.makeDue(client, id, now))
    },
  }
}

function removing(deps: SitesDeps, { found, change }: Access): Removing {
  return {
    async removeGone(viewer, id) {
      const { datasourceId } = await found(viewer, id)
      const on = await auditedSource(deps, viewer, datasourceId)
      return change(datasourceId, async ({ client, tx }) => {
        const gone = await store.goneOf(client, id)
        await deps.forget(tx, await removeDocuments(client, datasourceId, gone))
        await auditRemoved(deps, tx, { by: viewer, on, documents: gone.length })
        return gone.length
      })
    },
    async remove(viewer, id) {
      const { datasourceId } = await found(viewer, id)
      const on = await auditedSource(deps, viewer, datasourceId)
      await change(datasourceId, async ({ client, tx }) => {
        const pages = (await store.pagesOf(client, id)).map((page) => page.id)
        await deps.forget(tx, await removeDocuments(client, datasourceId, pages))
        await auditRemoved(deps, tx, { by: viewer, on, documents: pages.length })
        await store.remove(client, id)
      })
    },
  }
}

type Made = Omit<store.NewSite, 'datasourceId' | 'userId'>

/** @throws Problem ADDRESS_NOT_ALLOWED */
function newSite({ outbound, clock }: SitesDeps, { kind, url, limit, refresh }: Body<'create'>): Made {
  const address = requireAllowed(outbound, url)
  return {
    kind,
    url: address,
    host: new URL(address).host,
    limit,
    refresh,
    due: kind === 'sitemap' ? clock.now() : nextDue(refresh, clock.now()),
  }
}

async function requireRoom(client: Runner, datasourceId: number): Promise<void> {
  const limit = DATASOURCE_LIMITS.sites
  if ((await store.ofDatasource(client, datasourceId)).length >= limit)
    throw new Problem('TOO_MANY_SITES', { limit })
  await requireMediaRoom(client, datasourceId, 1)
}

/** A folder of pages has no fetch to show, because each of its pages has its own. */
function toResponse(row: store.SiteRow): DatasourceSite {
  const { id, datasourceId, kind, url, limit, refresh, created } = row
  const { lastFailure, due, checked } = kind === 'below' ? NOTHING_FETCHED : row
  return {
    id,
    datasourceId,
    kind,
    url,
    limit,
    refresh,
    lastFailure,
    due: due?.toISOString() ?? null,
    checked: checked?.toISOString() ?? null,
    created: created.toISOString(),
  }
}

const NOTHING_FETCHED = {
  lastFailure: null,
  due: null,
  checked: null,
} as const satisfies Partial<store.SiteRow>
