import type { Runner } from '#platform/db/index.ts'

/** Pairs of answers to the same prompt, the lower tag id first. */
const PAIRS = `golden_answers one JOIN golden_answers other ON other.run_id = one.run_id AND other.position = one.position
  AND other.model_tag_id > one.model_tag_id AND other.state IN (2, 3)
  WHERE one.run_id = $1 AND one.state IN (2, 3)`

const VOTED = `EXISTS (SELECT 1 FROM golden_votes vote WHERE vote.run_id = one.run_id AND vote.user_id = $2
  AND vote.position = one.position AND vote.choice IS NOT NULL
  AND least(vote.first_tag_id, vote.second_tag_id) = one.model_tag_id
  AND greatest(vote.first_tag_id, vote.second_tag_id) = other.model_tag_id)`

export interface Pair {
  readonly id: number
  readonly title: string
  readonly prompt: string
  readonly first: string
  readonly second: string
}

/** Counts the pairs that a person has not voted on. */
export async function countLeft(db: Runner, runId: number, userId: number): Promise<number> {
  const { rows } = await db.query<{ count: number }>(`SELECT count(*) FROM ${PAIRS} AND NOT ${VOTED}`, [
    runId,
    userId,
  ])
  return rows[0]?.count ?? 0
}

/** Draws a random pair without a vote, in a random order that is kept until the vote. Undefined when there is none. */
export async function drawPair(db: Runner, runId: number, userId: number): Promise<Pair | undefined> {
  const { rows } = await db.query<{ id: number }>(
    `INSERT INTO golden_votes (run_id, user_id, position, first_tag_id, second_tag_id)
      SELECT $1, $2, pair.position, CASE WHEN pair.swapped THEN pair.other ELSE pair.one END,
        CASE WHEN pair.swapped THEN pair.one ELSE pair.other END
      FROM (SELECT one.position, one.model_tag_id AS one, other.model_tag_id AS other, random() < 0.5 AS swapped
        FROM ${PAIRS} AND NOT ${VOTED} ORDER BY random() LIMIT 1) AS pair
      ON CONFLICT (run_id, user_id, position, least(first_tag_id, second_tag_id), greatest(first_tag_id, second_tag_id))
        DO UPDATE SET created = golden_votes.created
      RETURNING id`,
    [runId, userId],
  )
  const [drawn] = rows
  if (!drawn) return undefined
  const pairs = await db.query<Pair>(
    `SELECT vote.id, asked.title, asked.prompt, one.response_text AS first, other.response_text AS second
      FROM golden_votes vote
      JOIN golden_run_prompts asked ON asked.run_id = vote.run_id AND asked.position = vote.position
      JOIN golden_answers one ON one.run_id = vote.run_id AND one.position = vote.position
        AND one.model_tag_id = vote.first_tag_id
      JOIN golden_answers other ON other.run_id = vote.run_id AND other.position = vote.position
        AND other.model_tag_id = vote.second_tag_id
      WHERE vote.id = $1`,
    [drawn.id],
  )
  return pairs.rows[0]
}

/**
 * Stores the first vote on a pair that the person has drawn. Returns the pair's tags and whether the vote counts; undefined
 * when there is no such pair.
 */
export async function vote(
  db: Runner,
  { id, runId, userId }: { id: number; runId: number; userId: number },
  choice: number,
): Promise<{ first: number; second: number; counts: boolean } | undefined> {
  const { rows } = await db.query<{ first: number; second: number; counts: boolean }>(
    `UPDATE golden_votes SET choice = coalesce(golden_votes.choice, $4)
      FROM (SELECT id, choice FROM golden_votes WHERE id = $1 AND run_id = $2 AND user_id = $3 FOR UPDATE) drawn
      WHERE golden_votes.id = drawn.id
      RETURNING first_tag_id AS first, second_tag_id AS second, drawn.choice IS NULL AS counts`,
    [id, runId, userId, choice],
  )
  return rows[0]
}
