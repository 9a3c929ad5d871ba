import type { Datasource, UnansweredQuestion } from '@polylogue/contract'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useFormat } from '#lib/format.ts'
import { isolated } from '#lib/isolated.ts'
import { useNotices } from '#lib/notices.ts'
import { useErrorMessage } from '#lib/problem.ts'
import { useTranslation } from '#lib/texts.ts'
import { Button } from '#ui/button.tsx'
import { Chip } from '#ui/chip.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Menu, MenuItem, MenuRule } from '#ui/menu.tsx'
import { SkeletonLine, EmptyState, LoadFailed, Loading } from '#ui/states.tsx'
import { useItemDialogs } from '#features/items/index.ts'
import { addressOfTest, shortened, useAddQuestion, useTestQuestions } from '#features/test-questions/index.ts'
import { AnswerDialog } from './answer-dialog.tsx'
import { useDismiss, useSolve, useUnanswered } from './api.ts'
import { SolveDialog } from './solve-dialog.tsx'
import css from './unanswered.module.css'

/** The questions that people reported to have found nothing, and how many found nothing in all. */
export function NotAnswered({ datasource }: { datasource: Datasource }) {
  const { id } = datasource
  const { t } = useTranslation('unanswered')
  const format = useFormat()
  const errorMessage = useErrorMessage()
  const { data, error, refetch } = useUnanswered(id)
  if (error && !data)
    return <LoadFailed title={t('loadFailed')} {...errorMessage(error)} onRetry={() => void refetch()} />
  if (!data) return <Skeleton />
  const { questions, misses } = data
  return (
    <div className={css.set}>
      <div>
        <p className={css.misses}>
          {misses === 0 ? t('noMisses') : t('misses', { count: misses, number: format.number(misses) })}
        </p>
        <p className={css.lead}>{t('lead')}</p>
      </div>
      {questions.length === 0 ? (
        <EmptyState title={t('none')} text={t('noneText')} wayOn="none" />
      ) : (
        <ul className={css.told} aria-label={t('list')}>
          {questions.map((question) => (
            <Told key={question.id} datasource={datasource} question={question} />
          ))}
        </ul>
      )}
    </div>
  )
}

interface ToldProps {
  datasource: Datasource
  question: UnansweredQuestion
}

function Told({ datasource, question }: ToldProps) {
  const { t } = useTranslation('unanswered')
  const format = useFormat()
  const { q, count, people, created } = question
  const names = people.map(({ name }) => isolated(name)).join(', ')
  return (
    <li>
      <p className={css.q} dir="auto">
        {q}
      </p>
      <p className={css.quiet}>
        {t('times', { count })} {names === '' ? t('deleted') : t('by', { names })} ·{' '}
        <time dateTime={created}>{format.moment(created)}</time>
      </p>
      <div className={css.bar}>
        <Write datasource={datasource} question={question} />
        <Solve datasource={datasource} question={question} />
        <More question={question} />
      </div>
    </li>
  )
}

/** What is done less often with a question. */
function More({ question }: Pick<ToldProps, 'question'>) {
  const { t } = useTranslation('unanswered')
  const navigate = useNavigate()
  const dialogs = useItemDialogs('datasources')
  const keeping = useKeeping(question)
  const dismiss = useDismissing(question)
  const { datasourceId, q } = question
  const button = <IconButton icon="dots" label={t('actionsFor', { question: shortened(q) })} />
  return (
    <>
      <Menu position="bottom-end" target={button}>
        <MenuItem icon="plus" onSelect={() => dialogs.show('edit', datasourceId)}>
          {t('addDocument')}
        </MenuItem>
        {!keeping.kept && (
          <MenuItem icon="list-check" disabled={!keeping.ready} onSelect={keeping.keep}>
            {t('keep')}
          </MenuItem>
        )}
        <MenuItem icon="search" onSelect={() => void navigate(addressOfTest(datasourceId, q))}>
          {t('try')}
        </MenuItem>
        <MenuRule />
        <MenuItem icon="x" onSelect={dismiss}>
          {t('dismiss')}
        </MenuItem>
      </Menu>
      {keeping.kept && <Chip kind="line">{t('kept')}</Chip>}
    </>
  )
}

/** Answers a question with a document, which marks it as answered. */
function Write({ datasource, question: { id: questionId, q } }: ToldProps) {
  const { t } = useTranslation('unanswered')
  const [writing, setWriting] = useState(false)
  const solve = useSolving(datasource.id)
  return (
    <>
      <Button size="small" icon="pencil" onClick={() => setWriting(true)}>
        {t('write')}
      </Button>
      {writing && (
        <AnswerDialog
          opened
          source={datasource}
          question={q}
          onSaved={(mediaId) => solve.run({ questionId, mediaId })}
          onClose={() => setWriting(false)}
        />
      )}
    </>
  )
}

/** Marks a question as answered, with the document that does so. */
function Solve({ datasource, question: { id: questionId, q, created } }: ToldProps) {
  const { t } = useTranslation('unanswered')
  const [choosing, setChoosing] = useState(false)
  const solve = useSolving(datasource.id)
  return (
    <>
      <Button
        size="small"
        icon="check"
        busy={solve.busy}
        aria-label={t('solveNamed', { question: shortened(q) })}
        onClick={() => setChoosing(true)}
      >
        {t('solve')}
      </Button>
      <SolveDialog
        opened={choosing}
        question={q}
        documents={datasource.media}
        since={created}
        onChosen={(mediaId) => solve.run({ questionId, mediaId })}
        onClose={() => setChoosing(false)}
      />
    </>
  )
}

function useSolving(datasourceId: number) {
  const { t } = useTranslation('unanswered')
  const notices = useNotices()
  const solve = useSolve(datasourceId)
  const onError = useFailure(t('solveFailed'))
  const onSuccess = () => notices.show({ kind: 'done', title: t('solved') })
  return {
    busy: solve.isPending,
    // The row is gone by then, and callbacks of `mutate` with it.
    run: (wanted: Parameters<typeof solve.mutate>[0]) =>
      void solve.mutateAsync(wanted).then(onSuccess, onError),
  }
}

function useKeeping({ datasourceId, q }: UnansweredQuestion) {
  const { t } = useTranslation('unanswered')
  const { data: questions } = useTestQuestions(datasourceId)
  const add = useAddQuestion(datasourceId)
  const onError = useFailure(t('keepFailed'))
  return {
    kept: questions?.some((one) => one.q === q) ?? false,
    ready: questions !== undefined && !add.isPending,
    keep: () => add.mutate({ q, expected: null }, { onError }),
  }
}

function useDismissing({ id, datasourceId }: UnansweredQuestion): () => void {
  const { t } = useTranslation('unanswered')
  const notices = useNotices()
  const dismiss = useDismiss(datasourceId)
  const onError = useFailure(t('dismissFailed'))
  const onSuccess = () => notices.show({ kind: 'done', title: t('dismissed') })
  return () => {
    // A second one would find nothing.
    if (!dismiss.isPending) void dismiss.mutateAsync(id).then(onSuccess, onError)
  }
}

function useFailure(title: string): (error: Error) => void {
  const notices = useNotices()
  const errorMessage = useErrorMessage()
  return (error) => notices.show({ kind: 'failure', title, text: errorMessage(error).sentence })
}

const Skeleton = () => (
  <Loading>
    <div className={css.set}>
      <SkeletonLine width={40} />
      <SkeletonLine width={92} height={72} />
    </div>
  </Loading>
)
