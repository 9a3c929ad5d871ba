// The SQL of following an answer.
import type { MessageState, Source } from '@polylogue/contract'
import type { Runner } from '#platform/db/index.ts'

/** The fields of a message that following needs. */
export interface Followed {
  id: number
  state: MessageState
  response: string
  reasoning: string
  sources: Source[]
  layout: string | null
  lastSeq: number
  errorCode: string | null
  errorMessage: string | null
}

export async function findFollowed(db: Runner, messageId: number): Promise<Followed | undefined> {
  const found = await db.query<Followed>({
    name: 'answers.followed',
    text: `SELECT id, state, response_text AS response, reasoning_text AS reasoning, sources, event_layout AS layout,
        last_seq AS "lastSeq", error_code AS "errorCode", error_message AS "errorMessage"
      FROM messages WHERE id = $1`,
    values: [messageId],
  })
  return found.rows[0]
}
