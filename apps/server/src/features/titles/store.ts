import type pg from 'pg'
import { GUIDE } from '#features/models/index.ts'
import type { Confidentiality } from '#features/confidentiality/index.ts'

/** The first answer of a tab that is named automatically, or whose chat is. */
export interface Untitled {
  readonly id: number
  readonly tabId: number
  readonly projectId: number
  readonly userId: number
  readonly modelTagId: number
  readonly options: Record<string, unknown>
  readonly question: string
  readonly answer: string
  readonly isConfidential: boolean
  /** Whether its tab needs a title, too, not only its chat. */
  readonly namesTab: boolean
}

/**
 * Returns what of these ended messages needs a title. Guide's answers are none, because it generates no text, nor are replies
 * in place of an answer.
 */
export async function findUntitled(
  pool: Pick<pg.Pool, 'query'>,
  { ofMessage }: Pick<Confidentiality, 'ofMessage'>,
  messageIds: readonly number[],
): Promise<Untitled[]> {
  const { rows } = await pool.query<Untitled>({
    name: 'titles.untitled',
    text: `SELECT message.id, message.tab_id AS "tabId", project.id AS "projectId", message.user_id AS "userId",
        message.model_tag_id AS "modelTagId", message.options, left(message.query_text, 2000) AS question,
        left(message.response_text, 2000) AS answer, ${ofMessage('message')} AS "isConfidential",
        tab.auto_named AS "namesTab"
      FROM messages message
      JOIN tabs tab ON tab.id = message.tab_id
      JOIN projects project ON project.id = tab.project_id
      WHERE message.id = ANY ($1::bigint[]) AND message.state = 2 AND message.response_text <> ''
        AND message.user_id IS NOT NULL AND message.model_id <> ${GUIDE} AND NOT message.statistics ? 'withoutModel'
        AND (tab.auto_named OR (project.auto_named AND project.type = 0))
        AND NOT EXISTS (SELECT FROM messages other WHERE other.tab_id = message.tab_id AND other.id < message.id
          AND other.state = 2 AND other.model_id <> ${GUIDE} AND NOT other.statistics ? 'withoutModel')
      ORDER BY message.id`,
    values: [[...messageIds]],
  })
  return rows
}
