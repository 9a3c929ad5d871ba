// Questions of chats that found nothing in a data source (decision 75).
import { z } from 'zod'
import { call } from './call.ts'
import { BodyId, Id, Nothing, Time } from './envelope.ts'
import { routes } from './routes.ts'

/** A question of chats that found nothing, reported by those who asked it. */
export const UnansweredQuestion = z.object({
  /** The newest report of this question. */
  id: z.number().int(),
  datasourceId: z.number().int(),
  q: z.string(),
  count: z.number().int(),
  /** Who reported it; deleted accounts are left out. */
  people: z.array(z.object({ userId: z.number().int(), name: z.string() })),
  created: Time,
})
export type UnansweredQuestion = z.infer<typeof UnansweredQuestion>

const ById = z.object({ id: Id })
const ByQuestion = z.object({ id: Id, questionId: Id })
const permission = 'can_use_datasources'

export const unanswered = {
  list: call(routes.unanswered.list, {
    summary:
      'The questions that found nothing in a data source, as reported by those who asked them, the newest first; needs write access. `misses` is the number of all such questions of the last 30 days',
    large: 'page',
    permission,
    params: ById,
    data: z.object({
      UnansweredQuestions: z.array(UnansweredQuestion),
      /** Days in UTC, such as 2026-11-25, the oldest first; days without such questions are left out. */
      misses: z.array(z.object({ day: z.iso.date(), count: z.number().int() })),
    }),
    problems: ['NOT_FOUND', 'PERMISSION_DENIED'],
  }),
  report: call(routes.unanswered.report, {
    summary:
      'Tell those with write access to a data source that one’s own question found nothing in it: they see its text and one’s name',
    permission,
    sessionOnly: true,
    params: ById,
    bodySchema: z.object({ messageId: BodyId }),
    data: Nothing,
    problems: ['NOT_FOUND', 'PERMISSION_DENIED'],
  }),
  own: call(routes.unanswered.own, {
    summary:
      'The messages whose questions one has reported to those with write access to a data source, also when one cannot read it any more',
    params: ById,
    data: z.object({ messageIds: z.array(z.number().int()) }),
  }),
  withdraw: call(routes.unanswered.withdraw, {
    summary:
      'Take back a question that one has reported: nobody sees it any more. Needs no access to the data source',
    sessionOnly: true,
    params: z.object({ id: Id, messageId: Id }),
    data: Nothing,
    problems: ['NOT_FOUND'],
  }),
  solve: call(routes.unanswered.solve, {
    summary:
      'Mark a question that found nothing as answered: its reports are deleted, and those who reported it are told, with the document of the data source that answers it (`mediaId`); needs write access',
    permission,
    params: ByQuestion,
    bodySchema: z.object({ mediaId: BodyId.nullish() }),
    data: Nothing,
    problems: ['NOT_FOUND', 'PERMISSION_DENIED'],
  }),
  dismiss: call(routes.unanswered.dismiss, {
    summary:
      'Discard a question that found nothing: all its reports are deleted, and nobody is told; needs write access',
    permission,
    params: ByQuestion,
    data: Nothing,
    problems: ['NOT_FOUND', 'PERMISSION_DENIED'],
  }),
} as const
