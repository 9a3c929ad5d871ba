// The SQL of the count of answers.
import {
  CONTEXT_TYPES,
  type InstallationUsage,
  type Usage,
  type UsagePeriod,
  type UsageSum,
} from '@polylogue/contract'
import type { Runner } from '#platform/db/index.ts'
import type { CountedAnswer } from './answers.ts'
import { counting } from './table.ts'

/** Inserts a row per answer in one statement. */
export async function insertAnswers(db: Runner, answers: readonly CountedAnswer[]): Promise<void> {
  await db.query({
    name: 'usage.insert',
    text: counting(`unnest($1::bigint[], $2::bigint[], $3::text[], $4::bigint[], $5::bigint[], $6::text[], $7::text[],
      $8::smallint[], $9::int[], $10::int[], $11::int[]) AS answer (user_id, token_id, door, chatbot_id, model_tag_id, model_name, model_tag_name, state,
      tokens_prompt, tokens_response, ms)`),
    values: [
      answers.map((one) => one.userId),
      answers.map((one) => one.tokenId),
      answers.map((one) => one.channel),
      answers.map((one) => one.chatbotId ?? null),
      answers.map((one) => one.modelTagId),
      answers.map((one) => one.modelName),
      answers.map((one) => one.modelTagName),
      answers.map((one) => one.state),
      answers.map((one) => one.tokensPrompt),
      answers.map((one) => one.tokensResponse),
      answers.map((one) => Math.round(one.ms)),
    ],
  })
}

interface SumRow extends UsageSum {
  model: string | null
  tag: string | null
  day: string | null
  kind: number
  from: string
  to: string
}

/** The meaning of `grouping` in a row: summed over models, over days, or over both. */
const BY_MODEL = 1
const BY_DAY = 6

/** Most models, and most groups, that a reply has. */
const MOST_ROWS = 500

const SUMS = `count(*)::int AS prompts, (count(*) FILTER (WHERE state = 3))::int AS failed,
  (count(*) FILTER (WHERE state = 4))::int AS stopped, coalesce(sum(tokens_prompt), 0)::float8 AS "tokensPrompt",
  coalesce(sum(tokens_response), 0)::float8 AS "tokensResponse", coalesce(sum(ms), 0)::float8 AS ms`

/** The condition of a period; `begin` and `past` are constant while the statement runs, so that an index is used. */
const IN_PERIOD = `at >= (SELECT period.begin FROM period) AND at < (SELECT period.past FROM period)`

/**
 * The answers of everybody. An index lookup for each person reads only the period; an index on the time alone would cost
 * every answer a write.
 */
const OF_ALL = `SELECT answer.* FROM users asker CROSS JOIN LATERAL (
    SELECT * FROM usage WHERE usage.user_id = asker.id AND ${IN_PERIOD} OFFSET 0) answer
  UNION ALL SELECT * FROM usage WHERE user_id IS NULL AND ${IN_PERIOD}`

const PERIOD = `period AS MATERIALIZED (
  SELECT first, last, first::timestamp AT TIME ZONE 'UTC' AS begin, (last + 1)::timestamp AT TIME ZONE 'UTC' AS past
  FROM (SELECT coalesce($1::date, today - $3::int + 1) AS first, coalesce($2::date, today) AS last
    FROM (SELECT (now() AT TIME ZONE 'UTC')::date AS today) now) days)`

/** Returns the statement that sums `answers` by model, by day, and as a whole, in one scan. */
const sumsOf = (answers: string): string => `WITH ${PERIOD}
  SELECT sums.*, to_char(first, 'YYYY-MM-DD') AS from, to_char(last, 'YYYY-MM-DD') AS to
  FROM (
    SELECT model_name AS model, model_tag_name AS tag, to_char(day, 'YYYY-MM-DD') AS day,
      grouping(model_name, model_tag_name, day) AS kind, ${SUMS},
      row_number() OVER (PARTITION BY grouping(model_name, model_tag_name, day)
        ORDER BY count(*) DESC, model_name, model_tag_name) AS place
    FROM (SELECT *, (at AT TIME ZONE 'UTC')::date AS day FROM (${answers}) found) answer
    GROUP BY GROUPING SETS ((), (model_name, model_tag_name), (day))
  ) sums CROSS JOIN period
  WHERE place <= ${MOST_ROWS} ORDER BY day, place`

const valuesOf = ({ from, to, days }: UsagePeriod) => [from ?? null, to ?? null, days]

/** Returns all sums of a user's period. */
export async function sumsOfUser(db: Runner, userId: number, period: UsagePeriod): Promise<Usage> {
  const text = sumsOf(`SELECT * FROM usage WHERE user_id = $4 AND ${IN_PERIOD}`)
  const found = await db.query<SumRow>({ name: 'usage.sums', text, values: [...valuesOf(period), userId] })
  return toUsage(found.rows)
}

/** Returns all sums of everybody's period. */
export async function sumsOfAll(db: Runner, period: UsagePeriod): Promise<Usage> {
  const found = await db.query<SumRow>({
    name: 'usage.sums-of-all',
    text: sumsOf(OF_ALL),
    values: valuesOf(period),
  })
  return toUsage(found.rows)
}

function toUsage(rows: readonly SumRow[]): Usage {
  const byModel: Usage['byModel'] = []
  const byDay: Usage['byDay'] = []
  let total: UsageSum = { prompts: 0, failed: 0, stopped: 0, tokensPrompt: 0, tokensResponse: 0, ms: 0 }
  for (const row of rows) {
    const { prompts, failed, stopped, tokensPrompt, tokensResponse, ms } = row
    const sum = { prompts, failed, stopped, tokensPrompt, tokensResponse, ms }
    if (row.kind === BY_MODEL)
      byModel.push({ modelName: row.model ?? '', modelTagName: row.tag ?? '', ...sum })
    else if (row.kind === BY_DAY) byDay.push({ day: row.day ?? '', ...sum })
    else total = sum
  }
  // The row of the total is always there.
  const [first] = rows
  return { from: first?.from ?? '', to: first?.to ?? '', total, byModel, byDay }
}

/**
 * Returns the sums of everybody's period by group: of the people who are in it now, also through groups inside it, and of
 * those who are in none.
 */
export async function groupSums(db: Runner, period: UsagePeriod): Promise<InstallationUsage['byGroup']> {
  const { rows } = await db.query<InstallationUsage['byGroup'][number]>({
    name: 'usage.sums-by-group',
    text: `WITH RECURSIVE ${PERIOD}, answers AS (${OF_ALL}),
      person AS MATERIALIZED (SELECT user_id, ${SUMS} FROM answers GROUP BY user_id),
      held (user_id, id) AS (
        SELECT asker.id, given.context_id FROM person JOIN users asker ON asker.id = person.user_id
          JOIN associations given ON given.assoc_context_id = asker.context_id AND given.membership
        UNION
        SELECT held.user_id, given.context_id FROM held
          JOIN associations given ON given.assoc_context_id = held.id AND given.membership),
      member AS (SELECT held.user_id, found.id, found.name FROM held JOIN contexts found ON found.id = held.id
        AND found.type_id IN (${CONTEXT_TYPES.orgUnit}, ${CONTEXT_TYPES.team}))
      SELECT member.id AS "contextId", coalesce(member.name, '') AS name, sum(prompts)::int AS prompts,
        sum(failed)::int AS failed, sum(stopped)::int AS stopped, sum("tokensPrompt") AS "tokensPrompt",
        sum("tokensResponse") AS "tokensResponse", sum(ms) AS ms
      FROM person LEFT JOIN member ON member.user_id = person.user_id
      GROUP BY member.id, member.name
      ORDER BY prompts DESC, lower(member.name), member.id LIMIT ${MOST_ROWS}`,
    values: valuesOf(period),
  })
  return rows
}
