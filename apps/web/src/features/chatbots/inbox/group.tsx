import type { ChatBot, InboxGroup } from '@polylogue/contract'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { canWrite } from '#lib/can.ts'
import { useFormat } from '#lib/format.ts'
import { useNotices } from '#lib/notices.ts'
import { useErrorMessage } from '#lib/problem.ts'
import { useTranslation } from '#lib/texts.ts'
import { Button } from '#ui/button.tsx'
import { Chip } from '#ui/chip.tsx'
import { useAddQuestion } from '#features/test-questions/index.ts'
import { AnswerDialog } from '#features/unanswered/index.ts'
import { useOpenInChat, useSettle } from '../api.ts'
import { useDatasource } from '../sources.ts'
import { useOpenEditor } from '../use-open-editor.ts'
import css from './inbox.module.css'

interface GroupProps {
  bot: ChatBot
  group: InboxGroup
}

/** Alike questions, and what can be made of them. */
export function Group({ bot, group }: GroupProps) {
  const { t } = useTranslation('chatbots')
  const format = useFormat()
  const [unfolded, setUnfolded] = useState(false)
  const { question, count, newest, questions } = group
  const reasons = [...new Set(questions.map(({ why }) => why))]
  const contacts = [...new Set(questions.flatMap(({ contact }) => (contact ? [contact] : [])))]
  return (
    <li className={css.group}>
      <h2 dir="auto">{question}</h2>
      <p className={css.facts}>
        <span>{t('inbox.count', { count })}</span>
        <span>{format.moment(newest)}</span>
        {reasons.map((why) => (
          <Chip key={why} kind="line">
            {t(`inbox.why.${why}`)}
          </Chip>
        ))}
      </p>
      {contacts.length > 0 && (
        <p className={css.contact}>
          {t('inbox.contact', { count: contacts.length })} <b dir="auto">{contacts.join(' · ')}</b>
        </p>
      )}
      <Actions bot={bot} group={group} />
      <Button
        kind="quiet"
        size="small"
        icon={unfolded ? 'chevron-down' : 'chevron-right'}
        aria-expanded={unfolded}
        className={css.unfold}
        onClick={() => setUnfolded(!unfolded)}
      >
        {t('inbox.questions', { count: questions.length })}
      </Button>
      {unfolded && (
        <ul className={css.questions}>
          {questions.map((one) => (
            <li key={one.id}>
              <b dir="auto">{one.question}</b>
              <p dir="auto">{one.answer || t('inbox.noAnswer')}</p>
              <span className={css.facts}>
                <span>{format.moment(one.created)}</span>
                <span>{t(`inbox.why.${one.why}`)}</span>
                {one.contact && <span>{one.contact}</span>}
              </span>
            </li>
          ))}
        </ul>
      )}
    </li>
  )
}

function Actions({ bot, group }: GroupProps) {
  const { t } = useTranslation('chatbots')
  const act = useActs(bot, group)
  const [writing, setWriting] = useState(false)
  const openEditor = useOpenEditor()
  const { source, why, isMissing } = useWritableSource(group)
  return (
    <div className={css.actions}>
      <Button size="small" icon="message" busy={act.opening} onClick={act.open}>
        {t('inbox.open')}
      </Button>
      <Button
        size="small"
        icon="list-check"
        busy={act.adding}
        disabled={!source}
        onClick={() => source && act.addTest(source.id)}
      >
        {t('inbox.test')}
      </Button>
      <Button size="small" icon="file-text" disabled={!source} onClick={() => setWriting(true)}>
        {t('inbox.document')}
      </Button>
      <Button size="small" icon="check" busy={act.settling} onClick={act.settle}>
        {t('inbox.settle')}
      </Button>
      {why && <p className={css.why}>{why}</p>}
      {isMissing && (
        <Button size="small" onClick={() => openEditor(bot.id, 'source')}>
          {t('ways.source-gone')}
        </Button>
      )}
      {source && writing && (
        <AnswerDialog
          opened
          source={source}
          question={group.question}
          onSaved={act.settle}
          onClose={() => setWriting(false)}
        />
      )}
    </div>
  )
}

/** Returns the data source that was searched if the user may change it, else why they cannot. */
function useWritableSource({ questions }: InboxGroup) {
  const { t } = useTranslation('chatbots')
  const id = questions.find(({ datasourceId }) => datasourceId !== 0)?.datasourceId ?? 0
  const { data: source, isError } = useDatasource(id)
  if (id === 0) return { why: t('inbox.noSource'), isMissing: true }
  if (isError) return { why: t('inbox.lostSource') }
  if (source && !canWrite(source)) return { why: t('inbox.readSource', { name: source.name }) }
  return { source }
}

function useActs(bot: ChatBot, { id: messageId, question, questions }: InboxGroup) {
  const { t } = useTranslation('chatbots')
  const navigate = useNavigate()
  const notices = useNotices()
  const errorMessage = useErrorMessage()
  const [open, settle] = [useOpenInChat(), useSettle()]
  const sourceId = questions.find(({ datasourceId }) => datasourceId !== 0)?.datasourceId ?? 0
  const add = useAddQuestion(sourceId)
  const failed = (title: string) => (error: Error) =>
    notices.show({ kind: 'failure', title, text: errorMessage(error).sentence })
  const params = { id: bot.id, messageId }
  return {
    opening: open.isPending,
    open: () =>
      open.mutate(params, {
        onSuccess: ({ projectId, projectTabId }) =>
          void navigate(`/projects/${projectId}?tab=${projectTabId}`),
        onError: failed(t('inbox.openFailed')),
      }),
    settling: settle.isPending,
    settle: () => settle.mutate(params, { onError: failed(t('inbox.settleFailed')) }),
    adding: add.isPending,
    addTest: (id: number) =>
      add.mutate(
        { q: question, expected: null },
        {
          onSuccess: () =>
            notices.show({
              kind: 'done',
              title: t('inbox.testAdded'),
              action: {
                label: t('inbox.toTests'),
                run: () => void navigate(`/datasources/${id}?view=set`),
              },
            }),
          onError: failed(t('inbox.testFailed')),
        },
      ),
  }
}
