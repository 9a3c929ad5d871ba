// The SQL of the count of answers.
import type { Usage } from '@polylogue/contract'
import type { Runner } from '#platform/db/index.ts'
import type { CountedAnswer } from './answers.ts'
import { counting } from './table.ts'

/** Inserts a row per answer in one statement. */
export async function insertAnswers(db: Runner, answers: readonly CountedAnswer[]): Promise<void> {
  await db.query({
    name: 'usage.insert',
    text: counting(`unnest($1::bigint[], $2::bigint[], $3::text[], $4::bigint[], $5::text[], $6::text[], $7::smallint[],
      $8::int[], $9::int[], $10::int[]) AS answer (user_id, token_id, door, model_tag_id, model_name, model_tag_name, state,
      tokens_prompt, tokens_response, ms)`),
    values: [
      answers.map((one) => one.userId),
      answers.map((one) => one.tokenId),
      answers.map((one) => one.channel),
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

interface SumRow {
  model: string | null
  tag: string | null
  day: string | null
  kind: number
  prompts: number
  tokensPrompt: number
  tokensResponse: number
  ms: number
}

/** The meaning of `grouping` in a row: summed over models, over days, or over both. */
const BY_MODEL = 1
const BY_DAY = 6

/** Returns all sums of a user's last days, in one scan. */
export async function sumsOf(db: Runner, userId: number, days: number): Promise<Usage> {
  const found = await db.query<SumRow>({
    name: 'usage.sums',
    text: `SELECT model_name AS model, model_tag_name AS tag, day, grouping(model_name, model_tag_name, day) AS kind,
        count(*)::int AS prompts, coalesce(sum(tokens_prompt), 0)::float8 AS "tokensPrompt",
        coalesce(sum(tokens_response), 0)::float8 AS "tokensResponse", coalesce(sum(ms), 0)::float8 AS ms
      FROM (
        SELECT *, to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day FROM usage
        WHERE user_id = $1
          AND at >= (date_trunc('day', now() AT TIME ZONE 'UTC') - make_interval(days => $2 - 1)) AT TIME ZONE 'UTC'
      ) answer
      GROUP BY GROUPING SETS ((), (model_name, model_tag_name), (day))
      ORDER BY day, prompts DESC, model, tag`,
    values: [userId, days],
  })
  const byModel: Usage['byModel'] = []
  const byDay: Usage['byDay'] = []
  let total = { prompts: 0, tokensPrompt: 0, tokensResponse: 0, ms: 0 }
  for (const { kind, model, tag, day, ...sum } of found.rows) {
    if (kind === BY_MODEL) byModel.push({ modelName: model ?? '', modelTagName: tag ?? '', ...sum })
    else if (kind === BY_DAY) byDay.push({ day: day ?? '', ...sum })
    else total = sum
  }
  return { total, byModel, byDay }
}
