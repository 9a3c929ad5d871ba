// The SQL of long answers that end while nobody follows them for the person who asked (NOTIFY-16).
import { noticeOfAnswers } from '#platform/notices.ts'
import type { Runner } from '#platform/db/index.ts'
import { isReplayed } from '#features/replays/table.ts'

/** Whoever asks waits this long for an answer; then they do something else. Less than that, and every answer would be told. */
const LONG = '30 seconds'
/** A reader at the end may be a moment earlier than the end is stored. */
export const NEARLY_LONG_S = 25
/** Whoever reads an answer that ended earlier reads it as a part of the chat. */
const RECENT = '1 minute'

/** A person who followed an answer to its end. */
export interface Seen {
  readonly messageId: number
  readonly userId: number
}

/** Notes that programs of those who asked long answers have read their ends. */
export async function storeSeen(db: Runner, seen: readonly Seen[]): Promise<void> {
  await db.query({
    name: 'answers.seen',
    text: `INSERT INTO ends_seen (kind, thing_id) SELECT DISTINCT 'answerEnded', asked.id
      FROM unnest($1::bigint[], $2::bigint[]) AS reader (message_id, user_id)
      JOIN messages asked ON asked.id = reader.message_id AND asked.user_id = reader.user_id
      WHERE asked.created <= now() - interval '${NEARLY_LONG_S} seconds'
        AND (asked.overall_ms IS NULL
          OR asked.created + asked.overall_ms * interval '1 millisecond' > now() - interval '${RECENT}')
      ON CONFLICT DO NOTHING`,
    values: [seen.map(({ messageId }) => messageId), seen.map(({ userId }) => userId)],
  })
}

/**
 * Stores of long answers that they ended: their askers are told unless they read the end. Not of those that were stopped, and not of
 * a replay, which is told of as a whole.
 */
export async function tellLongAnswers(db: Runner, messageIds: readonly number[]): Promise<void> {
  await db.query({
    name: 'answers.long',
    text: `WITH ended AS (
        SELECT project.id AS item_id, project.context_id, asked.user_id, asked.id AS message_id, asked.state = 3 AS failed
        FROM messages asked JOIN tabs ON tabs.id = asked.tab_id JOIN projects project ON project.id = tabs.project_id
        WHERE asked.id = ANY ($1::bigint[]) AND asked.user_id IS NOT NULL AND asked.state IN (2, 3)
          AND asked.created <= now() - interval '${LONG}'
          AND NOT ${isReplayed('asked.tab_id')}
      ), told AS (${noticeOfAnswers('ended')}) SELECT * FROM told`,
    values: [messageIds],
  })
}
