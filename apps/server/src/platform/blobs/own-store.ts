// The id that ties a media store to its database: without its mark it is the store of another one (decision 94).
import type { Database, Runner } from '../db/index.ts'
import type { BlobStore } from './blobs.ts'
import { newBlobKey } from './key.ts'
import { MediaStoreError, sentenced } from './must-reach.ts'

/** The columns that name media: to report missing ones, and to recognise a media store. */
export const MEDIA_COLUMNS: ReadonlySet<string> = new Set([
  'attachments.blob',
  'media_pieces.blob',
  'media.extracted',
])

const NAME = 'mediaStore'
/** Media of each kind that are looked for before a store without a mark becomes that of an existing database. */
const SAMPLE = 20

/** Returns the id in the database; undefined before its first start with one. */
export async function storeIdOf(db: Runner): Promise<string | undefined> {
  const found = await db.query<{ id: string }>(
    `SELECT value #>> '{}' AS id FROM installation WHERE name = '${NAME}'`,
  )
  return found.rows[0]?.id
}

/** Stores an id unless there is one; returns the one that is stored. */
export async function keepStoreId(db: Database, id: string): Promise<string> {
  await db.transaction(
    (_, client) =>
      client.query(
        `INSERT INTO installation (name, value) VALUES ('${NAME}', to_jsonb($1::text)) ON CONFLICT (name) DO NOTHING`,
        [id],
      ),
    { essential: true },
  )
  return (await storeIdOf(db.pool)) ?? id
}

/** Gives the database the id of another store; servers that run go on with the old one until they start again. */
export async function replaceStoreId(tx: Runner, id: string): Promise<void> {
  await tx.query(
    `INSERT INTO installation (name, value) VALUES ('${NAME}', to_jsonb($1::text))
      ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
    [id],
  )
}

/**
 * Returns the id of the store of this database. At the first start with one, marks the store.
 * @throws MediaStoreError when the store is not the one of this database, or cannot be used; nothing was changed
 */
export async function claimStore(store: BlobStore, db: Database): Promise<string> {
  await mustBeOwn(store, db.pool)
  return sentenced(store, async () => (await storeIdOf(db.pool)) ?? mark(store, db))
}

/** Checks a store before anything is changed, with the schema of any version. @throws MediaStoreError like claimStore */
export async function mustBeOwn(store: BlobStore, db: Runner): Promise<void> {
  if (!(await isMade(db))) return
  await sentenced(store, async () => {
    const known = await storeIdOf(db)
    if (known === undefined) await mustHaveNamed(store, db)
    else await mustHaveMark(store, known)
  })
}

/** Checks a store unless the database has no id of one yet. @throws MediaStoreError like claimStore */
export async function mustBeMarked(store: BlobStore, db: Runner): Promise<void> {
  if (!(await isMade(db))) return
  await sentenced(store, async () => {
    const known = await storeIdOf(db)
    if (known !== undefined) await mustHaveMark(store, known)
  })
}

async function isMade(db: Runner): Promise<boolean> {
  const made = await db.query<{ there: boolean }>("SELECT to_regclass('installation') IS NOT NULL AS there")
  return made.rows[0]?.there ?? false
}

async function mark(store: BlobStore, db: Database): Promise<string> {
  const own = newBlobKey()
  // Before the id is in the database: a server that reads it there finds the mark.
  await store.mark(own)
  const id = await keepStoreId(db, own)
  if (id !== own) {
    await store.unmark(own)
    await mustHaveMark(store, id)
  }
  return id
}

async function mustHaveMark(store: BlobStore, id: string): Promise<void> {
  if (!(await store.hasMark(id))) throw notOwn(store, `it has no ${store.nameOfMark(id)}`)
}

/** Documents would be taken for missing in a store that has none of them. */
async function mustHaveNamed(store: BlobStore, db: Runner): Promise<void> {
  let isAny = false
  for (const name of MEDIA_COLUMNS) {
    const [table = '', column = ''] = name.split('.')
    const made = await db.query(
      'SELECT FROM information_schema.columns WHERE table_schema = current_schema AND table_name = $1 AND column_name = $2',
      [table, column],
    )
    if (made.rowCount === 0) continue
    const found = await db.query<{ key: string }>(
      `SELECT ${column} AS key FROM ${table} WHERE ${column} IS NOT NULL LIMIT ${SAMPLE}`,
    )
    for (const { key } of found.rows) if (await store.find(key)) return
    isAny ||= found.rows.length > 0
  }
  if (isAny) throw notOwn(store, 'it has none of the files that the database names')
}

const notOwn = ({ place, settings }: BlobStore, reason: string) =>
  new MediaStoreError(
    `The media store, ${place}, is not the one of this database: ${reason}. Nothing was changed. Check ${settings}: all servers of a database need the same media store. If you moved or restored the files on purpose, run \`npm run adopt-media\` (docs/operating.md).`,
  )
