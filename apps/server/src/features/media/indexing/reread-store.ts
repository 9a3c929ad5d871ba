// The SQL of documents that older versions read: they are read again by themselves, and their old text is found meanwhile.
import { DATASOURCE_STATUS } from '@polylogue/contract'
import { CUTTING } from '@polylogue/retrieval'
import { ATTEMPTS, claimedRows } from '#platform/claims/index.ts'
import type { Runner } from '#platform/db/index.ts'
import type { WorkLeft } from '#platform/work.ts'
import { isInUse } from '#features/datasources/table.ts'
import { EXTRACTION } from './read.ts'
import { takeFirst, type Rereader, type RereadKind, type Taken } from './steps-store.ts'
import { RECOGNITION } from '../table.ts'

const { ready } = DATASOURCE_STATUS

/**
 * The versions with which documents are indexed. Each is a number in a column of `media`, with an index on (column, user_id, id)
 * for documents that are ready.
 */
const VERSIONS = [
  { column: 'extraction', current: EXTRACTION },
  { column: 'cutting', current: CUTTING },
] as const
/** Names all versions together: each is tried a few times for a document. */
const CURRENT = VERSIONS.map(({ column, current }) => `${column} ${current}`).join(', ')
/** How often these versions began to read a document again. */
const REREADS = `CASE reread_as WHEN '${CURRENT}' THEN rereads ELSE 0 END`

/** Documents that an older version read and that are read again: they stay ready. */
export const rereads = claimedRows({
  table: 'media',
  attempts: 'rereads',
  state: 'status',
  counted: `${REREADS} + 1`,
  taken: `reread_as = '${CURRENT}'`,
})

/** A list, so that the index finds the documents of one person. */
const olderThan = ({ column, current }: (typeof VERSIONS)[number]) =>
  `status = ${ready} AND ${column} IN (${Array.from({ length: current }, (_, version) => version).join(', ')})`
const IS_OLDER = VERSIONS.map((version) => `(${olderThan(version)})`).join(' OR ')

const WAS_GIVEN_UP = `(rereads >= ${ATTEMPTS} AND reread_as = '${CURRENT}')`
/** Without text recognition, reading would lose the recognised text. */
const NEEDS_RECOGNITION = `extraction IS DISTINCT FROM ${EXTRACTION} AND warnings @> '[{"code": "recognized"}]'`
/**
 * Text recognition that is due reads the document anyway, and cancelled documents wait for a person. So do scans of a data source
 * that has a model read them: it may cost money, and other scans than the person's would wait for it.
 */
const MAY_BE_READ = `received = size AND size > 0 AND recognition IS DISTINCT FROM ${RECOGNITION.due}
  AND last_failure IS DISTINCT FROM 'cancelled' AND NOT coalesce(${WAS_GIVEN_UP}, false)
  AND ${isInUse('media.datasource_id')}
  AND NOT (${NEEDS_RECOGNITION} AND EXISTS (SELECT FROM datasources source
    WHERE source.id = media.datasource_id AND source.recognition_tag_id > 0))`

const CONDITIONS: Readonly<Record<RereadKind, string>> = {
  reread: `${MAY_BE_READ} AND NOT (${NEEDS_RECOGNITION})`,
  rerecognize: `${MAY_BE_READ} AND ${NEEDS_RECOGNITION}`,
}

/** Returns the people with documents that older versions read. */
export async function peopleToReread(db: Runner): Promise<Rereader[]> {
  const { rows } = await db.query<Rereader>(
    `SELECT DISTINCT coalesce(user_id, 0) AS "userId", CASE WHEN ${NEEDS_RECOGNITION} THEN 'rerecognize' ELSE 'reread' END AS kind
      FROM media WHERE (${IS_OLDER}) AND server_id IS NULL AND ${MAY_BE_READ}`,
  )
  return rows
}

/** Takes the next document of a person that an older version read. It stays ready. */
export async function takeToReread(
  db: Runner,
  { userId, kind }: Rereader,
  server: string,
): Promise<Taken | undefined> {
  // One that was being read when a process ended comes last: it may have been the reason.
  const order = `${REREADS}, id`
  for (const version of VERSIONS) {
    const condition = `${olderThan(version)} AND server_id IS NULL AND ${CONDITIONS[kind]}`
    const taken = await takeFirst(db, { claimed: rereads, condition, order }, { userId, server })
    if (taken) return { ...taken, isRefresh: false, isReread: true, isRecognition: kind === 'rerecognize' }
  }
  return undefined
}

/** Keeps the old text of a document, which this version does not read again by itself. */
export async function giveUpRereading(db: Runner, id: number, server: string): Promise<void> {
  await db.query(
    `UPDATE media SET server_id = NULL, rereads = ${ATTEMPTS} WHERE ${rereads.isHeld()} AND status = ${ready}`,
    [id, server],
  )
}

/** Documents that are read again, without those that failed earlier: their old text is found as before. */
export const REREADING: WorkLeft = {
  kind: 'documents-again',
  query: `SELECT count(server_id) AS running,
    count(*) FILTER (WHERE server_id IS NULL AND ${MAY_BE_READ}) AS waiting,
    count(*) FILTER (WHERE server_id IS NULL AND ${WAS_GIVEN_UP}) AS failed, NULL::timestamptz AS oldest
    FROM media WHERE ${IS_OLDER}`,
}
