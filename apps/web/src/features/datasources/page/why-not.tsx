import type { Datasource, Passage, PassageAbout } from '@polylogue/contract'
import { useId } from 'react'
import { Link } from 'react-router'
import { useAddress } from '#lib/address.ts'
import { canWrite } from '#lib/can.ts'
import { useFormat } from '#lib/format.ts'
import { useErrorMessage } from '#lib/problem.ts'
import { useTranslation } from '#lib/texts.ts'
import { FileName } from '#ui/file-name.tsx'
import { Icon } from '#ui/icon.tsx'
import { useKeptFocus } from '#ui/kept-focus.ts'
import { SkeletonLine, LoadFailed, Loading } from '#ui/states.tsx'
import { Note, TableHead } from '../passages/note.tsx'
import { SwitchOn } from '../passages/passage-menu.tsx'
import { addressOfPassage } from '../passage-address.ts'
import { useExplanation, type ExplainedQuestion } from './api.ts'
import { explainedIn } from './asked.ts'
import { Expected } from './expected.tsx'
import { Score, Text } from './passage.tsx'
import tested from './test-question.module.css'
import css from './why-not.module.css'

interface WhyNotProps {
  datasource: Datasource
  asked: ExplainedQuestion
}

/** Shows why an answer does not get an expected passage. */
export function WhyNot({ datasource, asked }: WhyNotProps) {
  const { t } = useTranslation('workbench')
  const title = useId()
  return (
    <section className={css.why} aria-labelledby={title}>
      <h2 id={title}>{t('why.title')}</h2>
      <p className={css.lead}>{t('why.lead')}</p>
      <Explanation datasource={datasource} asked={asked} />
      <Expected datasource={datasource} />
    </section>
  )
}

function Explanation({ datasource, asked }: WhyNotProps) {
  const { t } = useTranslation('workbench')
  const errorMessage = useErrorMessage()
  const explained = explainedIn(useAddress())
  const { data, error, refetch } = useExplanation(datasource.id, asked, explained)
  if (!explained) return null
  if (error)
    return <LoadFailed title={t('why.failed')} {...errorMessage(error)} onRetry={() => void refetch()} />
  if (!data)
    return (
      <Loading>
        <SkeletonLine width={92} height={72} />
      </Loading>
    )
  if (!data.about) return null
  const doc = 'aboutMedia' in explained ? explained.aboutMedia : undefined
  return <Told datasource={datasource} asked={asked} about={data.about} best={data.best} doc={doc} />
}

interface ToldProps extends WhyNotProps {
  about: PassageAbout
  best: Passage | undefined
  /** The document that was asked about. */
  doc: number | undefined
}

function Told({ datasource, asked, about, best, doc }: ToldProps) {
  const { t } = useTranslation('workbench')
  const { passage, reason, score, why } = about
  // Switching on takes its button away.
  useKeptFocus(reason)
  const media = datasource.media.find(({ media_id }) => media_id === (passage?.mediaId ?? doc))
  const title = passage?.title ?? media?.name
  const most = Math.max(score ?? 0, best?.score ?? 0, Number.EPSILON)
  return (
    <div className={css.told} role="status" data-good={reason === 'used' || undefined}>
      <p className={css.sentence}>
        <Icon name={reason === 'used' ? 'circle-check' : 'info-circle'} />
        <b>{useSentence(asked, about, media)}</b>
      </p>
      {title !== undefined && (
        <p className={css.place}>
          {passage ? (
            <Link
              className={tested.title}
              to={addressOfPassage(datasource.id, passage.mediaId, passage)}
              aria-label={t('why.open', { title })}
            >
              <FileName name={title} />
            </Link>
          ) : (
            <FileName name={title} />
          )}
          {passage && passage.page !== null && <span>{t('why.page', { page: passage.page })}</span>}
          {passage && passage.heading !== '' && <span dir="auto">{passage.heading}</span>}
        </p>
      )}
      {passage?.note && <Note text={passage.note} />}
      {passage?.head && <TableHead text={passage.head} />}
      {passage && why && <Text passage={{ ...passage, why }} />}
      {passage && !why && <p className={css.plain}>{passage.text.slice(0, 400)}</p>}
      {passage && reason === 'off' && canWrite(datasource) && (
        <div>
          <SwitchOn passage={{ datasourceId: datasource.id, ...passage }} name={passage.title} />
        </div>
      )}
      {score !== null && why && best && (
        <Scores best={best} isBest={best.chunkId === about.chunkId} passage={{ score, why }} most={most} />
      )}
    </div>
  )
}

interface ScoresProps {
  best: Passage
  isBest: boolean
  passage: Pick<Passage, 'score' | 'why'>
  most: number
}

/** The score of the passage, below that of the best one. */
function Scores({ best, isBest, passage, most }: ScoresProps) {
  const { t } = useTranslation('workbench')
  return (
    <dl className={css.scores}>
      {!isBest && (
        <div>
          <dt>{t('why.best', { title: best.title })}</dt>
          <dd>
            <Score passage={best} most={most} />
          </dd>
        </div>
      )}
      <div>
        <dt>{t('why.this')}</dt>
        <dd>
          <Score passage={passage} most={most} />
        </dd>
      </div>
    </dl>
  )
}

/** Returns the reason as a sentence. */
function useSentence(
  { limit }: ExplainedQuestion,
  { reason, rank, duplicateRank, room }: PassageAbout,
  media: Datasource['media'][number] | undefined,
): string {
  const { t } = useTranslation(['workbench', 'datasources', 'media'])
  const format = useFormat()
  const number = (value: number | null | undefined) => format.number(value ?? 0)
  switch (reason) {
    case 'used':
      return t('why.used', { rank: number(rank) })
    case 'rank':
      return t('why.rank', { rank: number(rank), count: limit })
    case 'duplicate':
      return t('why.duplicate', { number: number(duplicateRank) })
    case 'no_room':
      return t('why.no_room', { left: number(room?.left), needed: number(room?.needed) })
    case 'failed':
      return t('why.documentFailed', { reason: media?.reason ? t(`media:reason.${media.reason}`) : '' })
    case 'weak':
    case 'low':
    case 'not_found':
    case 'off':
    case 'not_indexed':
    case 'indexing':
    case 'no_text':
    case 'not_readable':
      return t(`why.${reason}`)
  }
}
