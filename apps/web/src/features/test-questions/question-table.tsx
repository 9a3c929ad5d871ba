import { useMediaQuery } from '@mantine/hooks'
import type { Datasource, TestQuestion } from '@polylogue/contract'
import { FOUND_WITHIN } from '@polylogue/contract/browser'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { canWrite } from '#lib/can.ts'
import { useTranslation } from '#lib/texts.ts'
import { Chip } from '#ui/chip.tsx'
import { DeleteDialog } from '#ui/delete-dialog.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Menu, MenuItem, MenuRule } from '#ui/menu.tsx'
import { Status, Table, type Column } from '#ui/table.tsx'
import { addressOfTest } from './address.ts'
import { shortened } from './shortened.ts'
import { useRemoveQuestion } from './api.ts'
import { QuestionDialog } from './question-dialog.tsx'
import css from './questions.module.css'

interface QuestionTableProps {
  datasource: Datasource
  questions: readonly TestQuestion[]
}

/** Test questions with their rank then and now. An open dialog stays when a run leaves no question in the filter. */
export function QuestionTable({ datasource, questions }: QuestionTableProps) {
  const { t } = useTranslation('test-questions')
  const narrow = useMediaQuery('(max-width: 1024px)', false, { getInitialValueInEffect: false })
  const columns = useColumns(narrow)
  const [edited, setEdited] = useState<TestQuestion>()
  const [doomed, setDoomed] = useState<TestQuestion>()
  return (
    <div className={css.table}>
      {questions.length === 0 ? (
        <p className={css.quiet}>{t('noMatch')}</p>
      ) : (
        <Table label={t('table.label')} columns={columns}>
          {questions.map((question) => (
            <Row
              key={question.id}
              question={question}
              narrow={narrow}
              writes={canWrite(datasource)}
              on={{ edit: () => setEdited(question), remove: () => setDoomed(question) }}
            />
          ))}
        </Table>
      )}
      {edited && (
        <QuestionDialog datasource={datasource} question={edited} onClose={() => setEdited(undefined)} />
      )}
      <RemoveQuestion datasourceId={datasource.id} question={doomed} onClose={() => setDoomed(undefined)} />
    </div>
  )
}

/** On a narrow screen, ranks are below the question. */
function useColumns(narrow: boolean): Column[] {
  const { t } = useTranslation('test-questions')
  const question = { id: 'question', name: t('table.question') }
  const actions = { id: 'actions', name: t('table.actions'), quiet: true, width: 48, end: true }
  if (narrow) return [question, actions]
  return [
    question,
    { id: 'before', name: t('table.before'), width: 152 },
    { id: 'now', name: t('table.now'), width: 152 },
    { id: 'change', name: t('table.change'), width: 128 },
    actions,
  ]
}

interface RowProps {
  question: TestQuestion
  narrow: boolean
  writes: boolean
  on: { edit: () => void; remove: () => void }
}

function Row({ question, narrow, writes, on }: RowProps) {
  const { t } = useTranslation('test-questions')
  const { datasourceId, q, now, before, change } = question
  const changed = change === 'better' || change === 'worse'
  return (
    <tr data-change={change ?? undefined}>
      <td>
        <Link className={css.q} to={addressOfTest(datasourceId, q)} dir="auto">
          {q}
        </Link>
        <Expected question={question} />
        {narrow && (
          <p className={css.ranks}>
            <Rank result={now} />
            {changed && <ChangeChip change={change} />}
            {changed && (
              <span className={css.quiet}>
                {t('table.before')}: <Rank result={before} />
              </span>
            )}
          </p>
        )}
      </td>
      {!narrow && (
        <>
          <td>
            <Rank result={before} />
          </td>
          <td>
            <Rank result={now} />
          </td>
          <td>
            {changed ? <ChangeChip change={change} /> : <span>{t(`change.${change ?? 'unknown'}`)}</span>}
          </td>
        </>
      )}
      <td data-end aria-label={t('table.actions')}>
        <QuestionMenu question={question} writes={writes} on={on} />
      </td>
    </tr>
  )
}

function Expected({ question: { datasourceId, expected } }: { question: TestQuestion }) {
  const { t } = useTranslation('test-questions')
  if (expected === null) return <p className={css.expected}>{t('expectsAny')}</p>
  const { mediaId, name, quote } = expected
  return (
    <>
      {mediaId === null ? (
        <p className={css.expected} data-bad>
          {t('expectsRemoved', { name })}
        </p>
      ) : (
        <p className={css.expected}>
          <Link to={`/datasources/${datasourceId}/media/${mediaId}`}>{t('expects', { name })}</Link>
        </p>
      )}
      {quote !== '' && (
        <p className={`cut ${css.quote}`} dir="auto" title={quote}>
          {t('quote', { quote: quote.replaceAll(/\s+/g, ' ').slice(0, 200) })}
        </p>
      )}
    </>
  )
}

function Rank({ result }: { result: TestQuestion['now'] }) {
  const { t } = useTranslation('test-questions')
  if (result === null) return <Status kind="off">{t('rank.never')}</Status>
  const { rank } = result
  if (rank === null) return <Status kind="bad">{t('rank.none')}</Status>
  return <Status kind={rank <= FOUND_WITHIN ? 'ok' : 'warn'}>{t('rank.place', { rank })}</Status>
}

function ChangeChip({ change }: { change: 'better' | 'worse' }) {
  const { t } = useTranslation('test-questions')
  return <Chip kind={change === 'worse' ? 'bad' : 'line'}>{t(`change.${change}`)}</Chip>
}

function QuestionMenu({ question, writes, on }: Omit<RowProps, 'narrow'>) {
  const { t } = useTranslation('test-questions')
  const navigate = useNavigate()
  const { datasourceId, q } = question
  const button = <IconButton icon="dots" label={t('actionsFor', { question: shortened(q) })} />
  return (
    <Menu position="bottom-end" target={button}>
      <MenuItem icon="search" onSelect={() => void navigate(addressOfTest(datasourceId, q))}>
        {t('try')}
      </MenuItem>
      {writes && (
        <>
          <MenuItem icon="pencil" onSelect={on.edit}>
            {t('edit')}
          </MenuItem>
          <MenuRule />
          <MenuItem icon="trash" onSelect={on.remove}>
            {t('remove')}
          </MenuItem>
        </>
      )}
    </Menu>
  )
}

interface RemoveQuestionProps {
  datasourceId: number
  /** Undefined while none is to be removed. */
  question: TestQuestion | undefined
  onClose: () => void
}

function RemoveQuestion({ datasourceId, question, onClose }: RemoveQuestionProps) {
  const { t } = useTranslation('test-questions')
  const remove = useRemoveQuestion(datasourceId)
  return (
    <DeleteDialog
      opened={question !== undefined}
      id={question?.id}
      remove={remove}
      words={{
        title: t('remove'),
        question: t('removeQuestion', { question: shortened(question?.q ?? '') }),
        verb: t('remove'),
        failed: (sentence) => t('removeFailed', { sentence }),
      }}
      onClose={onClose}
    />
  )
}
