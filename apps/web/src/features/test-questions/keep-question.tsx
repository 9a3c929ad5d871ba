import type { Passage, TestQuestion } from '@polylogue/contract'
import { cutText, TEST_QUESTION_LIMITS } from '@polylogue/contract/browser'
import { useNotices } from '#lib/notices.ts'
import { useErrorMessage } from '#lib/problem.ts'
import { useTranslation } from '#lib/texts.ts'
import { Button } from '#ui/button.tsx'
import { Chip } from '#ui/chip.tsx'
import { useAddQuestion, useTestQuestions, useUpdateQuestion } from './api.ts'

interface KeepQuestionProps {
  datasourceId: number
  q: string
  passage: Passage
  /** Its place among the results, from 1. */
  number: number
}

const quoteOf = ({ text }: Passage): string => cutText(text, TEST_QUESTION_LIMITS.quote).trim()

const expects = ({ expected }: TestQuestion, passage: Passage): boolean =>
  expected?.mediaId === passage.mediaId && expected.quote === quoteOf(passage)

/** Keeps the question with this passage as the right one; an equal question gets it instead of its own. */
export function KeepQuestion({ datasourceId, q, passage, number }: KeepQuestionProps) {
  const { t } = useTranslation('test-questions')
  const notices = useNotices()
  const errorMessage = useErrorMessage()
  const { data: questions } = useTestQuestions(datasourceId)
  const add = useAddQuestion(datasourceId)
  const update = useUpdateQuestion(datasourceId)
  const same = questions?.find((question) => question.q === q)
  if (same && expects(same, passage)) return <Chip kind="line">{t('keep.kept')}</Chip>
  const expected = { mediaId: passage.mediaId, quote: quoteOf(passage) }
  const on = {
    onSuccess: () => notices.show({ kind: 'done', title: t('keep.done') }),
    onError: (error: Error) =>
      notices.show({ kind: 'failure', title: t('keep.failed'), text: errorMessage(error).sentence }),
  }
  const keep = () =>
    same ? update.mutate({ questionId: same.id, expected }, on) : add.mutate({ q, expected }, on)
  return (
    <Button
      size="small"
      icon="check"
      disabled={!questions}
      busy={add.isPending || update.isPending}
      aria-label={t('keep.rightNamed', { title: passage.title, number })}
      onClick={keep}
    >
      {t('keep.right')}
    </Button>
  )
}
