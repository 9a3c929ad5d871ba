// Makes the things of the crawl so large that the calls which are `large` in the contract send megabytes.
import { expect, vi } from 'vitest'
import { contract, DATASOURCE_STATUS } from '@polylogue/contract'
import { the } from './item-things.ts'
import type { TestUser } from '../test-app.ts'
import type { Things } from './things.ts'
import type { World } from './world.ts'

/** The bytes of a large page, as far as the limits of its texts allow, and of a document. */
const LARGE_BYTES = 2_000_000
const DOCUMENT_BYTES = 5_000_000

const TEXT_LENGTH = 100_000
const TEXTS = LARGE_BYTES / TEXT_LENGTH
const TEXT = `repeat('All work and no play. ', $2::int / 22)`

/** Returns the owner's standing things with long texts. */
export async function largeThings(world: World): Promise<Things> {
  const { app, owner, standing } = world
  const fill = (sql: string, id: number, length = TEXT_LENGTH) => app.db.pool.query(sql, [id, length])
  await fill(
    `INSERT INTO messages (uuid, tab_id, turn_id, user_id, model_id, model_tag_id, model_name, model_tag_name,
       query_text, response_text, state, compare_id)
     SELECT gen_random_uuid(), tab_id, currval(pg_get_serial_sequence('messages', 'id')) + n, user_id, model_id, model_tag_id,
       model_name, model_tag_name, n || ${TEXT}, ${TEXT}, 2, compare_id
     FROM messages, generate_series(1, ${TEXTS / 2}) n WHERE id = $1`,
    standing.messageId,
  )
  await fill(
    `INSERT INTO user_settings (user_id, setting_id, value, valid_until)
     SELECT $1, id, ${TEXT}, '9999-12-30' FROM generate_series(30, 47) id ON CONFLICT DO NOTHING`,
    owner.id,
  )
  await fill(
    `INSERT INTO golden_prompts SELECT golden_set_id, n, 0, title, ${TEXT}, checks
     FROM golden_prompts, generate_series(1, ${TEXTS}) n WHERE golden_set_id = $1`,
    standing.goldenset.id,
  )
  await fill(
    `UPDATE golden_answers SET response_text = ${TEXT} WHERE run_id = $1`,
    standing.goldenRunId,
    LARGE_BYTES,
  )
  await fill(
    `INSERT INTO prompt_versions (prompt_id, version, name, comment, prompt, output_form_id, model_id, model_name, options,
       changed_by, changed)
     SELECT id, 100 + n, name, comment, ${TEXT}, output_form_id, model_id, model_name, '{}', owner_id, now()
     FROM prompts, generate_series(1, ${TEXTS}) n WHERE id = $1`,
    standing.prompt.id,
  )
  const mediaId = await largeDocument(owner, standing.datasource)
  const { rows } = await app.db.pool.query<{ id: number }>('SELECT id FROM chunks WHERE media_id = $1', [
    mediaId,
  ])
  await citedDocument(world, mediaId)
  return { ...standing, mediaId, chunkId: the(rows[0]).id }
}

/** Lets the answer of a chatbot's visitor cite a document, which the chatbot opens. */
async function citedDocument({ app, standing }: World, mediaId: number): Promise<void> {
  const { chatbot, visitorMessageId, datasource } = standing
  await app.db.pool.query(
    `UPDATE chatbots SET datasource_id = $2, rules = rules || '{"sources": "documents"}' WHERE id = $1`,
    [chatbot.id, datasource.id],
  )
  const source = { number: 1, title: 'Work', place: null, quote: '', uri: null, opens: true }
  await app.db.pool.query('UPDATE chatbot_messages SET sources = $2 WHERE id = $1', [
    visitorMessageId,
    JSON.stringify([{ ...source, mediaId, datasourceId: datasource.id }]),
  ])
}

/** Adds a document to a data source, and returns its id when it is indexed. */
async function largeDocument({ client }: TestUser, { id }: { id: number }): Promise<number> {
  const params = { id }
  const content = Buffer.alloc(DOCUMENT_BYTES, 'All work and no play. ').toString('base64')
  const before = (await client.call(contract.datasources.get, { params })).data.datasource.media
  const media = [
    ...before.map(({ media_id }) => ({ media_id })),
    { name: 'large.txt', mime_type: 'text/plain', content },
  ]
  const { data } = await client.call(contract.datasources.update, { params, body: { media } })
  const added = the(data.datasource.media.find(({ name }) => name === 'large.txt')).media_id
  await vi.waitFor(async () => {
    const { media: found } = (await client.call(contract.datasources.get, { params })).data.datasource
    expect(found.find(({ media_id }) => media_id === added)?.status).toBe(DATASOURCE_STATUS.ready)
  }, 120_000)
  return added
}
