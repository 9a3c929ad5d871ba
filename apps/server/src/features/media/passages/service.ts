// Switches passages off and on, stores their notes, and lists those that are off. One transaction removes a passage from the
// index and adds it again.
import type { CallInput, contract, MediaChunk, MediaItem, SwitchedOffChunk } from '@polylogue/contract'
import { tableHead } from '@polylogue/retrieval'
import { authorize, viewerKey, type Person } from '#access/index.ts'
import { openPace, type Database } from '#platform/db/index.ts'
import { openFairQueue } from '#platform/fair-queue.ts'
import { Problem } from '#problem.ts'
import {
  type AuditDeps,
  auditedSource,
  changeDatasource,
  type Changing,
  datasourcePolicy,
  forQuestion,
  setVectorsDue,
} from '#features/datasources/index.ts'
import { prepareSetting, sameSetting, settingsStore, type ChunkSetting } from '../indexing/index.ts'
import * as mediaStore from '../store.ts'
import { toMediaResponse, type MediaRow } from '../rules.ts'
import * as store from './store.ts'
import type { Indexer } from '../indexer/index.ts'

type ChunkBody = CallInput<(typeof contract.media)['setChunk']>['body']
type Paging = CallInput<(typeof contract.media)['switchedOff']>['query']
type SetChunk = settingsStore.SetChunk

/** Access and errors are those of the contract. */
export interface PassagesService {
  set(viewer: Person, mediaId: number, chunkId: number, sent: ChunkBody): Promise<Reply>
  switchedOff(viewer: Person, datasourceId: number, paging: Paging): Promise<SwitchedOff>
}

interface SwitchedOff {
  readonly total: number
  readonly chunks: SwitchedOffChunk[]
}

interface Reply {
  readonly chunks: MediaChunk[]
  readonly media: MediaItem
}

interface PassagesDeps extends AuditDeps {
  readonly db: Database
  /** The thread for work that a person waits for. */
  readonly previewer: Pick<Indexer, 'build'>
  /** Merges the index of a data source; call after the commit. */
  readonly merge: (datasourceId: number) => void
}

/** Changes of all people: one after the other for each person. */
const LINE = { atOnce: 2, atOncePerPerson: 1, waitingPerPerson: 20 }
const BUSY_SECONDS = 5
/** Pause of the embedded database after a change while others use it, as a multiple of its duration. */
const RESTS = 2

/** Attempts to prepare a change when the document changes meanwhile. */
const TRIES = 3

export function passagesService(deps: PassagesDeps): PassagesService {
  const { pool, orm } = deps.db
  const full = () => new Problem('TOO_MANY_ATTEMPTS', { seconds: BUSY_SECONDS }, { retryAfter: BUSY_SECONDS })
  const enqueue = openFairQueue({ ...LINE, full })
  const pace = openPace(deps.db, RESTS)
  const found = async (viewer: Person, mediaId: number) => {
    const media = await mediaStore.find(pool, mediaId)
    const datasource = media && (await forQuestion(orm, viewer, media.datasourceId))
    authorize({ ...datasourcePolicy, thing: 'document' }, 'update', datasource)
    return media as MediaRow
  }
  const inTurn = async (
    viewer: Person,
    mediaId: number,
    chunkId: number,
    sent: ChunkBody,
  ): Promise<Reply> => {
    for (let tries = 0; tries < TRIES; tries++) {
      const media = await found(viewer, mediaId)
      const chunks = await settingsStore.alike(pool, mediaId, chunkId)
      const before = chunks.find(({ id }) => id === chunkId)
      if (!before) throw new Problem('NOT_FOUND', { thing: 'passage' })
      const setting = { isOff: sent.isOff ?? before.isOff, note: sent.note ?? before.note }
      if (chunks.every((chunk) => sameSetting(chunk, setting))) return reply(media, chunks, setting)
      if (!(await pace(() => change(deps, viewer, { media, chunks, before, setting })))) continue
      deps.merge(media.datasourceId)
      return reply((await mediaStore.find(pool, mediaId)) ?? media, chunks, setting)
    }
    throw new Problem('CONFLICT')
  }
  return {
    async set(viewer, mediaId, chunkId, sent) {
      await found(viewer, mediaId)
      const done = await enqueue({ key: viewerKey(viewer) }, () => inTurn(viewer, mediaId, chunkId, sent))
      if (!done) throw full()
      return done
    },
    async switchedOff(viewer, datasourceId, paging) {
      authorize(datasourcePolicy, 'read', await forQuestion(orm, viewer, datasourceId))
      const [total, chunks] = await Promise.all([
        store.countOff(pool, datasourceId),
        store.pageOfOff(pool, datasourceId, paging),
      ])
      return { total, chunks }
    },
  }
}

interface Change {
  readonly media: MediaRow
  readonly chunks: readonly SetChunk[]
  readonly before: SetChunk
  readonly setting: ChunkSetting
}

/** Returns false if the document was indexed or its passages were changed meanwhile. */
async function change(
  deps: PassagesDeps,
  viewer: Person,
  { media, chunks, before, setting }: Change,
): Promise<boolean> {
  const { db, audit, previewer } = deps
  const { id, datasourceId, edition } = media
  const storeSetting = await prepareSetting(previewer, media, { chunks, setting })
  const on = await auditedSource(deps, viewer, datasourceId)
  const ifGone = () => {
    throw new Problem('NOT_FOUND', { thing: 'document' })
  }
  const storeChange = async ({ tx, client }: Changing) => {
    const locked = await mediaStore.lock(client, id)
    if (!locked) return ifGone()
    const same = await settingsStore.countSame(client, id, chunks)
    if (locked.edition !== edition || locked.language !== media.language || same < chunks.length) return false
    await storeSetting(client)
    await settingsStore.keep(client, id, { ...setting, text: before.text })
    await setVectorsDue(client, datasourceId)
    await audit.record(tx, {
      action: 'passage.updated',
      by: viewer,
      on,
      details: { document: id, passage: before.ordinal + 1, ...changesOf(before, setting) },
    })
    return true
  }
  return changeDatasource({ db }, datasourceId, storeChange, { touches: 'details', ifGone })
}

/** Leaves out the note, because it is content. */
const changesOf = (before: ChunkSetting, after: ChunkSetting) => ({
  ...(before.isOff === after.isOff ? {} : { switched: after.isOff ? 'off' : 'on' }),
  ...(before.note === after.note ? {} : { note: after.note === '' ? 'removed' : 'changed' }),
})

const reply = (media: MediaRow, chunks: readonly SetChunk[], setting: ChunkSetting): Reply => ({
  chunks: chunks.map(({ id: chunkId, from, to, page, heading, context, tokens }) => ({
    chunkId,
    from,
    to,
    page,
    heading,
    head: tableHead({ title: media.name, heading, context }),
    tokens,
    ...setting,
  })),
  media: toMediaResponse(media),
})
