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
import { asPart, counting, spanStart, SPANS, SUMMED } from './table.ts'

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

/** The meaning of `grouping` in a row: of a model, of a day, or of all. */
const BY_MODEL = 1
const BY_DAY = 6
const OF_ALL = 7

/** Most models, and most groups, that a reply has. */
const MOST_ROWS = 500

const SUMS = `coalesce(sum(prompts), 0)::int AS prompts, coalesce(sum(failed), 0)::int AS failed,
  coalesce(sum(stopped), 0)::int AS stopped, coalesce(sum(tokens_prompt), 0)::float8 AS "tokensPrompt",
  coalesce(sum(tokens_response), 0)::float8 AS "tokensResponse", coalesce(sum(ms), 0)::float8 AS ms`

/** The condition of a period; `begin` and `past` are constant while the statement runs, so that an index is used. */
const IN_PERIOD = `at >= (SELECT period.begin FROM period) AND at < (SELECT period.past FROM period)`

/** Rows that no sum has yet, and deleted ones that sums still have. The upper limit makes the planner expect few. */
const NOT_SUMMED = `SELECT ${asPart(1)} FROM usage WHERE id > (SELECT up_to FROM usage_summed)
    AND id <= (SELECT max(id) FROM usage) AND ${IN_PERIOD}
  UNION ALL SELECT ${asPart(-1)} FROM usage_removed WHERE id <= (SELECT up_to FROM usage_summed) AND ${IN_PERIOD}`

const PERIOD = `period AS MATERIALIZED (
  SELECT first, last, first::timestamp AT TIME ZONE 'UTC' AS begin, (last + 1)::timestamp AT TIME ZONE 'UTC' AS past
  FROM (SELECT coalesce($1::date, today - $3::int + 1) AS first, coalesce($2::date, today) AS last
    FROM (SELECT (now() AT TIME ZONE 'UTC')::date AS today) now) days)`

/** The fewest spans that make up the period. */
const SPANS_OF_PERIOD = `spans AS MATERIALIZED (
  SELECT DISTINCT span, start FROM (
    SELECT DISTINCT ON (day) span, start FROM period
      CROSS JOIN LATERAL (SELECT first + n AS day FROM generate_series(0, last - first) n) days
      CROSS JOIN unnest(ARRAY[${SPANS.join(', ')}]) span
      CROSS JOIN LATERAL (SELECT ${spanStart('day', 'span')} AS start) begun
    WHERE start >= first AND start + span - 1 <= last
    ORDER BY day, span DESC) longest)`

/** Returns the statement that sums `parts` by model, by day, and as a whole, in one scan. */
const sumsOf = (parts: string): string => `WITH ${PERIOD}
  SELECT sums.*, to_char(first, 'YYYY-MM-DD') AS from, to_char(last, 'YYYY-MM-DD') AS to
  FROM (
    SELECT model_name AS model, model_tag_name AS tag, to_char(day, 'YYYY-MM-DD') AS day,
      grouping(model_name, model_tag_name, day) AS kind, ${SUMS},
      row_number() OVER (PARTITION BY grouping(model_name, model_tag_name, day)
        ORDER BY sum(prompts) DESC, model_name, model_tag_name) AS place
    FROM (${parts}) part
    GROUP BY GROUPING SETS ((), (model_name, model_tag_name), (day))
    HAVING sum(prompts) > 0 OR grouping(model_name, model_tag_name, day) = ${OF_ALL}
  ) sums CROSS JOIN period
  WHERE place <= ${MOST_ROWS} ORDER BY day, place`

const valuesOf = ({ from, to, days }: UsagePeriod) => [from ?? null, to ?? null, days]

/** Returns all sums of a user's period. */
export async function sumsOfUser(db: Runner, userId: number, period: UsagePeriod): Promise<Usage> {
  const text = sumsOf(`SELECT ${asPart(1)} FROM usage WHERE user_id = $4 AND ${IN_PERIOD}`)
  const found = await db.query<SumRow>({ name: 'usage.sums', text, values: [...valuesOf(period), userId] })
  return toUsage(found.rows)
}

/** Returns all sums of everybody's period. */
export async function sumsOfAll(db: Runner, period: UsagePeriod): Promise<Usage> {
  const found = await db.query<SumRow>({
    name: 'usage.sums-of-all',
    text: sumsOf(`SELECT day, model_name, model_tag_name, ${SUMMED.join(', ')} FROM usage_by_model
        WHERE day >= (SELECT first FROM period) AND day <= (SELECT last FROM period)
      UNION ALL SELECT day, model_name, model_tag_name, ${SUMMED.join(', ')} FROM (${NOT_SUMMED}) more`),
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
    text: `WITH RECURSIVE ${PERIOD}, ${SPANS_OF_PERIOD},
      parts AS (SELECT summed.* FROM spans CROSS JOIN LATERAL (SELECT user_id, ${SUMMED.join(', ')} FROM usage_by_person
          WHERE usage_by_person.span = spans.span AND usage_by_person.day = spans.start OFFSET 0) summed
        UNION ALL SELECT user_id, ${SUMMED.join(', ')} FROM (${NOT_SUMMED}) more),
      person AS MATERIALIZED (SELECT user_id, ${SUMS} FROM parts GROUP BY user_id HAVING sum(parts.prompts) > 0),
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
