import type { TestRun } from '@polylogue/contract'
import type { ReactNode } from 'react'
import { useFormat } from '#lib/format.ts'
import { useTranslation } from '#lib/texts.ts'
import { HistoryPlot } from '#ui/history-plot.tsx'
import css from './questions.module.css'

/** Runs in the plot at most. */
const MOST_RUNS = 30

/** What the newest finished run found, against the one before, and the course of the runs. */
export function Summary({ runs }: { runs: readonly TestRun[] }) {
  const { t } = useTranslation('test-questions')
  const ended = runs.filter((run) => run.ended !== null)
  const [newest, before] = ended
  if (!newest) return <p className={css.quiet}>{t('summary.never')}</p>
  return (
    <section className={css.summary} aria-label={t('summary.title')}>
      <Figures run={newest} before={before} />
      <Course runs={ended.slice(0, MOST_RUNS).toReversed()} />
    </section>
  )
}

function Figures({ run, before }: { run: TestRun; before: TestRun | undefined }) {
  const { t } = useTranslation(['test-questions', 'datasources'])
  const format = useFormat()
  const { found, total, mrr, created, cause, chunks, documents } = run
  return (
    <dl className={css.figures}>
      <Figure
        name={t('summary.found')}
        note={before && t('summary.was', { value: t('summary.foundOf', before) })}
      >
        {t('summary.foundOf', { found, total })}
      </Figure>
      <Figure
        name={t('summary.mrr')}
        hint={t('summary.mrrHint')}
        note={before && t('summary.was', { value: format.number(before.mrr, 2) })}
      >
        {format.number(mrr, 2)}
      </Figure>
      <Figure name={t('summary.change')}>
        <Change run={run} isFirst={before === undefined} />
      </Figure>
      <Figure
        name={t('summary.when')}
        note={t('summary.searched', {
          passages: t('datasources:page.passages', { count: chunks, number: format.number(chunks) }),
          documents: t('datasources:test.inDocuments', {
            count: documents,
            number: format.number(documents),
          }),
        })}
      >
        <time dateTime={created}>{format.moment(created)}</time>{' '}
        <span className={css.quiet}>{t(cause === 'change' ? 'summary.byChange' : 'summary.byPerson')}</span>
      </Figure>
    </dl>
  )
}

interface FigureProps {
  name: string
  hint?: string
  note?: string | undefined
  children: ReactNode
}

function Figure({ name, hint, note, children }: FigureProps) {
  return (
    <div title={hint}>
      <dt>{name}</dt>
      <dd>{children}</dd>
      {note && <dd className={css.note}>{note}</dd>}
    </div>
  )
}

function Change({ run: { better, worse }, isFirst }: { run: TestRun; isFirst: boolean }) {
  const { t } = useTranslation('test-questions')
  if (isFirst) return t('summary.first')
  if (better + worse === 0) return t('summary.same')
  return (
    <>
      {worse > 0 && <span data-change="worse">{t('summary.worse', { count: worse })}</span>}
      {worse > 0 && better > 0 && ', '}
      {better > 0 && <span data-change="better">{t('summary.better', { count: better })}</span>}
    </>
  )
}

/** `runs` begin with the oldest. */
function Course({ runs }: { runs: readonly TestRun[] }) {
  const { t } = useTranslation('test-questions')
  const format = useFormat()
  const found = runs.map((run, at) => ({
    at,
    rate: run.total === 0 ? 0 : run.found / run.total,
    said: t('summary.foundOf', { found: run.found, total: run.total }),
  }))
  const mrr = runs.map((run, at) => ({ at, rate: run.mrr, said: format.number(run.mrr, 2) }))
  return (
    <HistoryPlot
      title={t('history.title')}
      run={t('history.run')}
      times={runs.map(({ created }) => created)}
      lines={[
        { id: 'found', name: t('summary.found'), points: found },
        { id: 'mrr', name: t('summary.mrr'), points: mrr },
      ]}
    />
  )
}
