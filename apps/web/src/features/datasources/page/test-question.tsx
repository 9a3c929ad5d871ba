import type { Datasource, SearchMeta } from '@polylogue/contract'
import { DATASOURCE_LIMITS } from '@polylogue/contract/browser'
import { Fragment, useState } from 'react'
import { useAddress } from '#lib/address.ts'
import { canWrite } from '#lib/can.ts'
import { useFormat } from '#lib/format.ts'
import { useErrorMessage } from '#lib/problem.ts'
import { useTranslation } from '#lib/texts.ts'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/field.tsx'
import { useKeptFocus } from '#ui/kept-focus.ts'
import { SelectField } from '#ui/select-field.tsx'
import { SkeletonLine, EmptyState, LoadFailed, Loading } from '#ui/states.tsx'
import { AMOUNTS } from '../amounts.ts'
import { PassageMenu } from '../passages/passage-menu.tsx'
import { KeepQuestion } from '#features/test-questions/index.ts'
import { usePassages } from './api.ts'
import { askedIn } from './asked.ts'
import { AnswerSettings } from './answer-settings.tsx'
import { Passage } from './passage.tsx'
import css from './test-question.module.css'
import { WhyNot } from './why-not.tsx'
import { partsOf, type QuestionPart, type WordState } from './words.ts'

/** Shows which passages a question finds, and why. The question is part of the address, for links and Back. */
export function TestQuestion({ datasource }: { datasource: Datasource }) {
  const { t } = useTranslation('datasources')
  const address = useAddress()
  const asked = askedIn(address)
  const [typed, setTyped] = useState(asked.q)
  const search = usePassages(datasource.id, asked)
  const run = (q: string) => {
    if (q === asked.q && q !== '') return void search.refetch()
    // Another question than that of the answer.
    address.put({ q, before: '', translation: '', room: '', confidential: '' })
  }
  return (
    <div className={css.test}>
      <p className={css.lead}>{t('test.lead')}</p>
      <form
        className={css.form}
        role="search"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          run(typed.trim())
        }}
      >
        <TextField
          label={t('test.question')}
          placeholder={t('test.placeholder')}
          maxLength={DATASOURCE_LIMITS.question}
          dir="auto"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <SelectField
          label={t('test.limit')}
          value={String(asked.limit)}
          options={AMOUNTS.map((count) => ({ value: String(count), label: String(count) }))}
          onChange={(count) => address.put({ n: count })}
        />
        <Button
          type="submit"
          kind="fill"
          icon="search"
          disabled={typed.trim() === ''}
          busy={search.isFetching}
        >
          {t('test.run')}
        </Button>
      </form>
      <AnswerSettings asked={asked} read={search.data?.meta} />
      {asked.q !== '' && (
        <>
          <Result id={datasource.id} writes={canWrite(datasource)} asked={asked.q} search={search} />
          {!search.error && <WhyNot datasource={datasource} asked={asked} />}
        </>
      )}
    </div>
  )
}

interface ResultProps {
  id: number
  writes: boolean
  asked: string
  search: ReturnType<typeof usePassages>
}

function Result({ id, writes, asked, search }: ResultProps) {
  const { t } = useTranslation('datasources')
  const errorMessage = useErrorMessage()
  const address = useAddress()
  const { data, error, isPlaceholderData, refetch } = search
  // The menu of a passage that was switched off is gone.
  useKeptFocus(data?.passages.length ?? 0)
  if (error)
    return <LoadFailed title={t('test.failed')} {...errorMessage(error)} onRetry={() => void refetch()} />
  if (!data) return <Skeleton />
  const { passages, meta } = data
  const most = Math.max(...passages.map(({ score }) => score), Number.EPSILON)
  return (
    <div className={css.result} aria-busy={isPlaceholderData || undefined}>
      <Searched meta={meta} />
      {!isPlaceholderData && <QuestionWords parts={partsOf(asked, passages, meta)} meta={meta} />}
      {passages.length === 0 ? (
        <EmptyState
          title={t('test.none')}
          text={t(meta.switchedOff.length > 0 ? 'test.noneOffText' : 'test.noneText')}
        >
          {meta.switchedOff.length > 0 && (
            <Button onClick={() => address.put({ view: 'off' })}>{t('test.showOff')}</Button>
          )}
        </EmptyState>
      ) : (
        <ol className={css.passages}>
          {passages.map((passage, at) => (
            <Passage
              key={passage.chunkId}
              datasourceId={id}
              passage={passage}
              number={at + 1}
              most={most}
              original={passages.findIndex(({ chunkId }) => chunkId === passage.why.duplicateOf) + 1}
            >
              {writes && !isPlaceholderData && (
                <>
                  <KeepQuestion datasourceId={id} q={asked} passage={passage} number={at + 1} />
                  <PassageMenu
                    passage={{ datasourceId: id, ...passage }}
                    name={t('test.resultOf', { number: at + 1, title: passage.title })}
                    isOff={false}
                    note={passage.note}
                  />
                </>
              )}
            </Passage>
          ))}
        </ol>
      )}
    </div>
  )
}

function Searched({
  meta: { searched, beingRead, ms, vectors },
}: {
  meta: NonNullable<ResultProps['search']['data']>['meta']
}) {
  const { t } = useTranslation('datasources')
  const format = useFormat()
  return (
    <p className={css.searched} role="status">
      {t('test.searched', {
        passages: t('page.passages', { count: searched.chunks, number: format.number(searched.chunks) }),
        documents: t('test.inDocuments', {
          count: searched.documents,
          number: format.number(searched.documents),
        }),
        ms: format.number(Math.round(ms)),
      })}
      {vectors === 'unavailable' && ` ${t('test.vectorsUnavailable')}`}
      {beingRead.documents > 0 &&
        ` ${t('test.beingRead', { count: beingRead.documents, all: format.number(beingRead.all) })}`}
    </p>
  )
}

/** The question, each word with what became of it, and the words by that. */
function QuestionWords({ parts, meta }: { parts: readonly QuestionPart[]; meta: SearchMeta }) {
  const { t } = useTranslation('datasources')
  const unknown = meta.unknown.filter((word) => !meta.switchedOff.includes(word))
  const quoted = (words: readonly string[]) => words.map((word) => t('test.quoted', { word })).join(', ')
  const wordsIn = (state: WordState) => [
    ...new Set(parts.filter((part) => part.state === state).map(({ text }) => text)),
  ]
  return (
    <div className={css.words}>
      <p className={css.question} aria-label={t('test.words')} role="group" dir="auto">
        {parts.map(({ text, state }, at) =>
          state === undefined ? (
            text
          ) : (
            <span key={at} data-state={state} title={t(`test.how.${state}`)}>
              {text}
            </span>
          ),
        )}
      </p>
      <ul className={css.legend}>
        {LISTED.filter((state) => wordsIn(state).length > 0).map((state) => (
          <li key={state}>
            {t(`test.listed.${state}`)}{' '}
            {wordsIn(state).map((word, at) => (
              <Fragment key={word}>
                {at > 0 && ', '}
                <span data-state={state}>{word}</span>
              </Fragment>
            ))}
          </li>
        ))}
      </ul>
      {unknown.length > 0 && (
        <p>
          {t('test.unknown', {
            count: unknown.length,
            words: quoted(unknown),
          })}
        </p>
      )}
      {meta.switchedOff.length > 0 && <p>{t('test.switchedOff', { words: quoted(meta.switchedOff) })}</p>}
    </div>
  )
}

/** The others have a sentence of their own. */
const LISTED = ['found', 'near', 'missing', 'ignored'] as const

const Skeleton = () => (
  <Loading>
    <div className={css.bones}>
      <SkeletonLine width={40} />
      <SkeletonLine width={92} height={72} />
      <SkeletonLine width={92} height={72} />
    </div>
  </Loading>
)
