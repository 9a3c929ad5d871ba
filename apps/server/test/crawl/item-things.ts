// Makes the things of the crawl that calls change: the owner's items, tokens and an attachment.
import { contract } from '@polylogue/contract'
import type { TestApp, TestUser } from '../test-app.ts'

/** Part of every text that the owner wrote. */
export const CANARY = 'canary-7f3a9c'

export function the<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('it is not there')
  return value
}

/** Created directly in the database after deleting those of the previous row, so that lists stay short. */
export async function tokensOf(
  app: TestApp,
  owner: TestUser,
  superUser: TestUser,
  kind: 'standing' | 'fresh',
) {
  await app.db.pool.query(`DELETE FROM api_tokens WHERE description = 'fresh'`)
  const insert = async (scope: string, userId: number, name: string) => {
    const { rows } = await app.db.pool.query<{ id: number }>(
      `INSERT INTO api_tokens (uuid, scope, user_id, name, description, hash, prefix)
       VALUES (gen_random_uuid(), $1, $2, $3, $4, decode(md5(random()::text), 'hex'), 'plg_abcdef') RETURNING id`,
      [scope, userId, name, kind],
    )
    return the(rows[0]).id
  }
  return {
    tokenId: await insert('users', owner.id, `Token ${CANARY}`),
    companyTokenId: await insert('companies', superUser.id, 'Token of the company'),
  }
}

/** Deletes that of the previous row first, because the number of an owner's instructions is limited. */
export async function custinstOf(app: TestApp, owner: TestUser, kind: 'standing' | 'fresh') {
  await app.db.pool.query(`DELETE FROM custinsts WHERE description = 'fresh'`)
  const body = { name: `Instruction ${CANARY}`, description: kind, content: CANARY, scope: 1 } as const
  return (await owner.client.call(contract.custinsts.create, { body })).data.custinst
}

export async function promptOf(owner: TestUser) {
  const body = { title: `Prompt ${CANARY}`, comment: CANARY, prompt: CANARY, outputFormId: 1 }
  return (await owner.client.call(contract.prompts.create, { body })).data.Prompt
}

/** Stored directly in the database, because the owner has write access in the group and would share at once. */
export async function publicationOf(
  app: TestApp,
  owner: TestUser,
  { context }: { context: { id: number } },
  groupId: number,
): Promise<number> {
  const { rows } = await app.db.pool.query<{ id: number }>(
    'INSERT INTO publications (context_id, group_context_id, asker_id) VALUES ($1, $2, $3) RETURNING id',
    [context.id, groupId, owner.id],
  )
  return the(rows[0]).id
}

/** A golden set with an ended run without its last answer, which is stored directly in the database after the set was shared. */
export async function goldensetOf(
  app: TestApp,
  owner: TestUser,
  kind: 'standing' | 'fresh',
  shareAll: (item: { context: { id: number } }) => Promise<void>,
) {
  await app.db.pool.query(`DELETE FROM golden_sets WHERE description = 'fresh'`)
  const prompts = [{ promptId: 0, title: `Golden ${CANARY}`, prompt: CANARY, checks: [] }]
  const body = { name: `Golden set ${CANARY}`, description: kind, prompts }
  const { data } = await owner.client.call(contract.goldensets.create, { body })
  const goldenset = data.GoldenSet
  await shareAll(goldenset)
  const { rows } = await app.db.pool.query<{ id: number }>(
    `WITH run AS (INSERT INTO golden_runs (golden_set_id, user_id, state, ended, shown_to)
        SELECT $1, $2, 1, now(), array_agg(assoc_context_id) FROM associations WHERE context_id = $4 RETURNING id),
      tags AS (INSERT INTO golden_run_tags SELECT id, 0, 1, $3, 'latest' FROM run),
      asked AS (INSERT INTO golden_run_prompts SELECT id, 0, 0, $3, $3, '[]', '{}', 0, 0 FROM run)
      INSERT INTO golden_answers (run_id, model_tag_id, position, state, response_text)
      SELECT id, 1, 0, 5, $3 FROM run RETURNING run_id AS id`,
    [goldenset.id, owner.id, CANARY, goldenset.context.id],
  )
  return { goldenset, goldenRunId: the(rows[0]).id }
}

/** Created directly in the database after deleting that of the previous row, because the number of a user's ideas is limited. */
export async function ideaOf(app: TestApp, owner: TestUser, kind: 'standing' | 'fresh'): Promise<number> {
  await app.db.pool.query(`DELETE FROM ideas WHERE prompt LIKE '%fresh'`)
  const { rows } = await app.db.pool.query<{ id: number }>(
    'INSERT INTO ideas (category_id, prompt, owner_id) VALUES (1, $1, $2) RETURNING id',
    [`Idea ${CANARY} ${kind}`, owner.id],
  )
  return the(rows[0]).id
}

/** A banner for the members of a team; that of the previous row is deleted first. */
export async function announcementOf(app: TestApp, groupId: number, kind: 'standing' | 'fresh') {
  await app.db.pool.query(`DELETE FROM announcements WHERE title = 'fresh'`)
  const { rows } = await app.db.pool.query<{ id: number }>(
    `INSERT INTO announcements (title, text, kind, form, group_context_id, ends)
      VALUES ($1, 'On Sunday.', 'info', 'banner', $2, now() + interval '1 day') RETURNING id`,
    [kind, groupId],
  )
  return the(rows[0]).id
}

export async function attached(owner: TestUser, tabId: number): Promise<number> {
  const base64 = Buffer.from(`A note, ${CANARY}`).toString('base64')
  const { data } = await owner.client.call(contract.answers.ask, {
    params: { id: 1 },
    body: {
      modelTagId: 1,
      prompt: `Read the note ${CANARY}`,
      projectTabId: tabId,
      attachments: [{ name: 'note.txt', mime_type: 'text/plain', base64, size: 30, timestamp: 1 }],
    },
  })
  return data.queryId
}

export interface ChatbotThing {
  readonly id: number
  readonly context: { readonly id: number }
  readonly identifier: string
  readonly secret: string
}

/** The token of the crawl's visitor: of the standing chatbot, as its owner's program opens sessions. */
export const VISITOR_TOKEN = `plv_${'v'.repeat(43)}`

/** Opens the session of the crawl's visitor again, if a call ended it. Returns its id. */
export async function visitorSession(app: TestApp, chatbotId: number): Promise<number> {
  const { rows } = await app.db.pool.query<{ id: number }>(
    `INSERT INTO chatbot_sessions (chatbot_id, kind, token_hash, language, created, expires, seen, minute, day)
      VALUES ($1, 'server', sha256($2::bytea), 'en', now(), now() + interval '1 day', now(), now(), now())
      ON CONFLICT (token_hash) DO UPDATE SET language = 'en' RETURNING id`,
    [chatbotId, VISITOR_TOKEN],
  )
  return the(rows[0]).id
}

/** A chatbot of a tab, whose widget alone has no canary, with a question in its inbox: of the standing one, the crawl's visitor's. */
export async function chatbotThings(
  app: TestApp,
  owner: TestUser,
  refProjectTabId: number,
  kind: 'standing' | 'fresh',
  shareAll: (item: { context: { id: number } }) => Promise<void>,
): Promise<{ chatbot: ChatbotThing; visitorMessageId: number }> {
  await app.db.pool.query(`DELETE FROM chatbots WHERE description = 'fresh'`)
  const widget = { title: 'Shop' }
  const rules = { origins: ['https://www.example.org'], perVisitorMinute: 60 }
  const body = { name: `Chatbot ${CANARY}`, description: kind, refProjectTabId, widget, rules }
  const { data } = await owner.client.call(contract.chatbots.create, { body })
  const chatbot = data.ChatBot
  await shareAll(chatbot)
  const sessionId = kind === 'standing' ? await visitorSession(app, chatbot.id) : null
  const { rows } = await app.db.pool.query<{ id: number }>(
    `WITH opened AS (INSERT INTO chatbot_sessions (chatbot_id, kind, token_hash, language, created, expires, seen, minute, day)
        SELECT $1, 'visitor', sha256(random()::text::bytea), 'en', now(), now(), now(), now(), now() WHERE $2::bigint IS NULL
        RETURNING id)
      INSERT INTO chatbot_messages (session_id, chatbot_id, question, answer, state, missed, model_id, model_tag_id,
        model_name, model_tag_name, created, alive)
      SELECT coalesce($2, (SELECT id FROM opened)), $1, $3, $3, 1, true, 1, 1, 'guide', 'latest', now(), now() RETURNING id`,
    [chatbot.id, sessionId, CANARY],
  )
  return { chatbot, visitorMessageId: the(rows[0]).id }
}

/** Links to a tab. The standing ones show a file; those of the previous row are deleted first. */
export async function sharesOf(app: TestApp, owner: TestUser, tabId: number, kind: 'standing' | 'fresh') {
  await app.db.pool.query(`DELETE FROM share_links WHERE reasoning`)
  const isFresh = kind === 'fresh'
  const files = isFresh ? [] : [{ queryId: await attached(owner, tabId), index: 0 }]
  const share = async (audience: 'people' | 'anybody') => {
    const body = { tabId, audience, files, reasoning: isFresh }
    return (await owner.client.call(contract.shares.create, { body })).data.share
  }
  const [peoples, anybodys] = [await share('people'), await share('anybody')]
  return { shareId: peoples.id, peoplesHash: the(peoples.hash), anybodysHash: the(anybodys.hash) }
}
