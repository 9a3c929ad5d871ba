import type pg from 'pg'
import { TAGS, type TagRow } from '#features/models/table.ts'

type Db = Pick<pg.Pool, 'query'>

/** Whether a tag can be called. */
const SERVED = "tag.deployed AND tag.present AND model.state = 1 AND provider.source <> 'retired'"

/**
 * Finds the tag for a name: the full name first, else the default tag of the family; usable tags before others.
 * Those of disconnected providers are passed over.
 * One prepared statement, because every request runs it.
 */
export async function findTag(db: Db, name: string): Promise<TagRow | undefined> {
  const colon = name.lastIndexOf(':')
  const { rows } = await db.query<TagRow>({
    name: 'openai-api.tag',
    text: `${TAGS}
      WHERE ((model.name = $2 AND tag.name = $3) OR model.name = $1) AND provider.source <> 'retired'
      ORDER BY model.name = $1, ${SERVED} DESC, tag.default_tag DESC, model.position, tag.name, tag.id
      LIMIT 1`,
    values: [name, colon < 0 ? '' : name.slice(0, colon), name.slice(colon + 1)],
  })
  return rows[0]
}

/** Lists the tags that can be called, in the order of their models. */
export async function servedTags(db: Db): Promise<TagRow[]> {
  const { rows } = await db.query<TagRow>({
    name: 'openai-api.tags',
    text: `${TAGS}
      WHERE ${SERVED}
      ORDER BY model.position, model.id, tag.default_tag DESC, tag.name, tag.id`,
    values: [],
  })
  return rows
}
