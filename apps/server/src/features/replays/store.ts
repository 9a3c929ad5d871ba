// The SQL of replays. Every step of a running replay is guarded by the id of the process that owns it.
import type { Confidentiality } from '#features/confidentiality/index.ts'
import { claimedRows } from '#platform/claims/index.ts'
import type { Runner, Tx } from '#platform/db/index.ts'
import { noticeOfEnd } from '#platform/notices.ts'
import type { WorkLeft } from '#platform/work.ts'
import { sql } from 'drizzle-orm'

/** Running replays as work of processes. */
export const claimed = claimedRows({ table: 'replays', id: 'tab_id', isOpen: 'state = 0' })

export const REPLAY_STATES = ['running', 'done', 'cancelled', 'failed'] as const
export type ReplayState = (typeof REPLAY_STATES)[number]

export interface ReplayRow {
  readonly tabId: number
  readonly projectId: number
  readonly userId: number
  readonly modelTagId: number
  readonly language: string | null
  readonly promptIds: readonly number[]
  /** Number of saved prompts, which are asked after the messages. */
  readonly savedCount: number
  readonly done: number
  /** Number of prompts that were not sent, because they are confidential. */
  readonly leftOut: number
  readonly state: number
  readonly errorCode: string | null
  /** The UUID of the message being asked; it may not be stored yet. */
  readonly asking: string | null
  readonly messageId: number | null
}

const COLUMNS = `replay.tab_id AS "tabId", tab.project_id AS "projectId", replay.user_id AS "userId",
  replay.model_tag_id AS "modelTagId", replay.language, replay.prompt_ids AS "promptIds",
  jsonb_array_length(replay.saved_prompts) AS "savedCount", replay.done, replay.left_out AS "leftOut", replay.state, replay.error_code AS "errorCode", replay.asking, replay.message_id AS "messageId"`

/** Returns the number of prompts of a replay. */
export const totalOf = ({ promptIds, savedCount }: Pick<ReplayRow, 'promptIds' | 'savedCount'>): number =>
  promptIds.length + savedCount

export async function findReplay(db: Runner, tabId: number): Promise<ReplayRow | undefined> {
  const { rows } = await db.query<ReplayRow>(
    `SELECT ${COLUMNS} FROM replays replay JOIN tabs tab ON tab.id = replay.tab_id WHERE replay.tab_id = $1`,
    [tabId],
  )
  return rows[0]
}

/** Returns a running replay if this process owns it. */
export async function ownReplay(db: Runner, tabId: number, server: string): Promise<ReplayRow | undefined> {
  const { rows } = await db.query<ReplayRow>(
    `SELECT ${COLUMNS} FROM replays replay JOIN tabs tab ON tab.id = replay.tab_id
      WHERE replay.tab_id = $1 AND replay.state = 0 AND replay.server_id = $2`,
    [tabId, server],
  )
  return rows[0]
}

/** A saved prompt with its placeholders filled in. */
export interface FilledPrompt {
  readonly promptId: number
  readonly prompt: string
}

export interface NewReplay {
  readonly tabId: number
  readonly userId: number
  readonly modelTagId: number
  readonly language: string | null
  readonly promptIds: readonly number[]
  readonly savedPrompts: readonly FilledPrompt[]
  readonly serverId: string
}

export async function insertReplay(tx: Tx, replay: NewReplay): Promise<void> {
  await tx.execute(sql`INSERT INTO replays
      (tab_id, user_id, model_tag_id, language, prompt_ids, saved_prompts, server_id)
    VALUES (${replay.tabId}, ${replay.userId}, ${replay.modelTagId}, ${replay.language},
      ${sql.param(replay.promptIds)}::bigint[], ${JSON.stringify(replay.savedPrompts)}::jsonb, ${replay.serverId})`)
}

/** Returns a saved prompt of a replay by its place; undefined behind the last one. */
export async function savedPromptAt(
  db: Runner,
  tabId: number,
  index: number,
): Promise<FilledPrompt | undefined> {
  const { rows } = await db.query<{ saved: FilledPrompt | null }>(
    'SELECT saved_prompts -> $2::int AS saved FROM replays WHERE tab_id = $1',
    [tabId, index],
  )
  return rows[0]?.saved ?? undefined
}

/** Counts the running replays of a user. */
export async function runningReplays(tx: Tx, userId: number): Promise<number> {
  const { rows } = await tx.execute<{ count: number }>(
    sql`SELECT count(*) FROM replays WHERE user_id = ${userId} AND state = 0`,
  )
  return rows[0]?.count ?? 0
}

/** Returns which of these messages are in a tab, each with whether it is confidential. */
export async function inTab(
  db: Runner,
  confidentiality: Pick<Confidentiality, 'ofMessage'>,
  tabId: number,
  ids: readonly number[],
): Promise<Map<number, { readonly isConfidential: boolean }>> {
  const { rows } = await db.query<{ id: number; isConfidential: boolean }>(
    `SELECT id, ${confidentiality.ofMessage('messages')} AS "isConfidential"
      FROM messages WHERE tab_id = $1 AND id = ANY ($2::bigint[])`,
    [tabId, ids],
  )
  return new Map(rows.map((row) => [row.id, row]))
}

/** Returns the message of a UUID; undefined when it was never stored. */
export async function messageOf(db: Runner, uuid: string): Promise<number | undefined> {
  const { rows } = await db.query<{ id: number }>('SELECT id FROM messages WHERE uuid = $1', [uuid])
  return rows[0]?.id
}

interface Step {
  readonly tabId: number
  readonly server: string
}

/** Records which message will be asked next. Returns false when the replay ended or belongs to another process. */
export async function setAsking(db: Runner, { tabId, server }: Step, uuid: string): Promise<boolean> {
  const { rowCount } = await db.query(
    `UPDATE replays SET asking = $3, message_id = NULL WHERE ${claimed.isHeld()}`,
    [tabId, server, uuid],
  )
  return rowCount === 1
}

/** Records that the question is stored. Returns false as above. */
export async function setMessage(db: Runner, { tabId, server }: Step, messageId: number): Promise<boolean> {
  const { rowCount } = await db.query(`UPDATE replays SET message_id = $3 WHERE ${claimed.isHeld()}`, [
    tabId,
    server,
    messageId,
  ])
  return rowCount === 1
}

/** Tells whose replay it is that it ended, after `stepped` (NOTIFY-14). */
const TELL_END = `, ended AS (
    SELECT project.id AS item_id, project.context_id, stepped.user_id, stepped.tab_id AS ended_id, stepped.state = 3 AS failed
    FROM stepped JOIN tabs tab ON tab.id = stepped.tab_id JOIN projects project ON project.id = tab.project_id
    WHERE stepped.state <> 0
  ), told AS (${noticeOfEnd('replayEnded', 'project', 'ended')}) SELECT * FROM told`

/** Advances to the next prompt, counting one that was refused at its turn as left out; after the last one the replay is done. */
export async function advance(
  db: Runner,
  { tabId, server }: Step,
  { done, isLeftOut }: { done: number; isLeftOut: boolean },
): Promise<void> {
  await db.query(
    `WITH stepped AS (UPDATE replays SET done = $3, asking = NULL, message_id = NULL, attempts = 1,
        left_out = left_out + (CASE WHEN $4::boolean OR EXISTS (SELECT FROM messages asked
          WHERE asked.uuid = replays.asking AND asked.error_code = 'CONFIDENTIAL_TURN') THEN 1 ELSE 0 END),
        state = CASE WHEN $3 >= cardinality(prompt_ids) + jsonb_array_length(saved_prompts) THEN 1 ELSE 0 END
      WHERE ${claimed.isHeld()} RETURNING tab_id, user_id, state)${TELL_END}`,
    [tabId, server, done, isLeftOut],
  )
}

/** Ends a replay before its last prompt. */
export async function failReplay(db: Runner, { tabId, server }: Step, errorCode: string): Promise<void> {
  await db.query(
    `WITH stepped AS (UPDATE replays SET state = 3, error_code = $3, asking = NULL, message_id = NULL
      WHERE ${claimed.isHeld()} RETURNING tab_id, user_id, state)${TELL_END}`,
    [tabId, server, errorCode],
  )
}

/** Cancels a running replay of any process. Returns the message being answered; undefined when it had ended already. */
export async function cancelReplay(db: Runner, tabId: number): Promise<{ id: number | null } | undefined> {
  const { rows } = await db.query<{ id: number | null }>(
    `UPDATE replays SET state = 2 WHERE tab_id = $1 AND state = 0
      RETURNING coalesce(message_id, (SELECT id FROM messages WHERE uuid = asking)) AS id`,
    [tabId],
  )
  return rows[0]
}

/** Running replays. */
export const WORK: readonly WorkLeft[] = [
  {
    kind: 'replays',
    query: `SELECT count(*) AS running, 0 AS waiting, 0 AS failed, NULL::timestamptz AS oldest
      FROM replays WHERE state = 0`,
  },
]
