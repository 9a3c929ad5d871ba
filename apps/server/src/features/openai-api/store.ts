import type pg from 'pg'
import { EFFECTIVE } from '../models/table.ts'
import type { TagRow } from './rules.ts'

type Db = Pick<pg.Pool, 'query'>

const TAGS = `SELECT tag.id AS "tagId", tag.name AS "tagName", model.name || ':' || tag.name AS "fullName",
    tag.engine_name AS "engineName", model.id AS "modelId", model.name AS "modelName",
    provider.id AS "providerId", provider.name AS "providerName", provider.kind,
    provider.at_once AS "atOnce", 1 + cardinality(provider.other_urls) AS hosts,
    tag.is_local AND provider.is_local AS "isLocal", ${EFFECTIVE}, tag.set_tools AS "setTools", tag.deployed,
    tag.present, model.state = 1 AS active, model.created
  FROM model_tags tag
  JOIN models model ON model.id = tag.model_id
  JOIN providers provider ON provider.id = model.provider_id`

/**
 * Finds the tag for a name: the full name first, else the default tag of the family; usable tags before others.
 * One prepared statement, because every request runs it.
 */
export async function findTag(db: Db, name: string): Promise<TagRow | undefined> {
  const colon = name.lastIndexOf(':')
  const { rows } = await db.query<TagRow>({
    name: 'openai-api.tag',
    text: `${TAGS}
      WHERE (model.name = $2 AND tag.name = $3) OR model.name = $1
      ORDER BY model.name = $1, tag.deployed AND tag.present AND model.state = 1 DESC, tag.default_tag DESC,
        model.position, tag.name, tag.id
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
      WHERE tag.deployed AND tag.present AND model.state = 1
      ORDER BY model.position, model.id, tag.default_tag DESC, tag.name, tag.id`,
    values: [],
  })
  return rows
}
