import type { GoldenResult, GoldenRun } from '@polylogue/contract'
import { useState } from 'react'
import { usePageParam } from '#lib/address.ts'
import { useErrorMessage } from '#lib/problem.ts'
import { useTranslation } from '#lib/texts.ts'
import { Pager } from '#ui/pager.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { SkeletonLine, EmptyState, LoadFailed, Loading } from '#ui/states.tsx'
import { Switch } from '#ui/switch.tsx'
import { RESULTS_PER_PAGE, useAllResults, useResults } from '../runs-api.ts'
import { isNotable, type Compared } from './differ.ts'
import { Result } from './result.tsx'
import css from './results.module.css'

/** The prompts of a run, page by page, with the answers of its models. */
export function Results({ run }: { run: GoldenRun }) {
  const { t } = useTranslation('goldensets')
  const errorMessage = useErrorMessage()
  const [onlyNotable, setOnlyNotable] = useState(false)
  const [compared, compare] = useCompared(run)
  const [page, setPage] = usePageParam()
  const found = useFound(run, { page, onlyNotable })
  const toggle = (on: boolean) => {
    setOnlyNotable(on)
    setPage(1)
  }
  return (
    <section className={css.results} aria-labelledby="golden-results">
      <div className={css.tools}>
        <h2 id="golden-results">{t('results.title')}</h2>
        <span className="sp" />
        <Switch
          label={t('results.onlyNotable')}
          checked={onlyNotable}
          onChange={(event) => toggle(event.target.checked)}
        />
        {run.scorecards.length > 1 && <Differences run={run} compared={compared} onChange={compare} />}
      </div>
      {found.isPending && <Skeleton />}
      {found.error && !found.data && (
        <LoadFailed title={t('results.loadFailed')} {...errorMessage(found.error)} onRetry={found.retry} />
      )}
      {found.data && (
        <>
          <p className="sr" role="status">
            {onlyNotable ? t('results.found', { count: found.data.total }) : ''}
          </p>
          <List run={run} results={found.data.results} compared={compared} filtered={onlyNotable} />
          {found.data.total > RESULTS_PER_PAGE && (
            <Pager
              label={t('results.pages')}
              page={page}
              pageSize={RESULTS_PER_PAGE}
              total={found.data.total}
              hasChoice
              onPage={setPage}
            />
          )}
        </>
      )}
    </section>
  )
}

interface ListProps {
  run: GoldenRun
  results: readonly GoldenResult[]
  compared: Compared | undefined
  filtered: boolean
}

function List({ run, results, compared, filtered }: ListProps) {
  const { t } = useTranslation('goldensets')
  if (results.length === 0)
    return <EmptyState title={t(filtered ? 'results.noneNotable' : 'results.none')} wayOn="beside" />
  return (
    <ol className={css.list} aria-label={t('results.title')}>
      {results.map((result) => (
        <Result key={result.position} run={run} result={result} compared={compared} />
      ))}
    </ol>
  )
}

interface ResultsFilter {
  page: number
  onlyNotable: boolean
}

/** The server pages the results; the filter needs all of them, and is applied here. */
function useFound(run: GoldenRun, { page, onlyNotable }: ResultsFilter) {
  const place = { id: run.goldensetId, runId: run.id }
  const paged = useResults(place, { page: onlyNotable ? 1 : page, running: run.state === 'running' })
  const all = useAllResults(place, onlyNotable)
  if (!onlyNotable) return { ...pick(paged), data: paged.data, retry: () => void paged.refetch() }
  const notable = all.data?.filter(isNotable)
  const from = (page - 1) * RESULTS_PER_PAGE
  const data = notable && {
    results: notable.slice(from, from + RESULTS_PER_PAGE),
    total: notable.length,
  }
  return { ...pick(all), data, retry: () => void all.refetch() }
}

const pick = ({ isPending, error }: { isPending: boolean; error: Error | null }) => ({ isPending, error })

/** The two compared tags; undefined while the differences are not shown. */
function useCompared(run: GoldenRun) {
  const [compared, setCompared] = useState<Compared>()
  const ids = run.scorecards.map(({ modelTagId }) => modelTagId)
  const isKnown = compared?.every((id) => ids.includes(id))
  return [isKnown ? compared : undefined, setCompared] as const
}

interface DifferencesProps {
  run: GoldenRun
  compared: Compared | undefined
  onChange: (compared: Compared | undefined) => void
}

/** Switches the word differences on, and chooses the two models if there are more. */
function Differences({ run, compared, onChange }: DifferencesProps) {
  const { t } = useTranslation('goldensets')
  const tags = run.scorecards
  const [first, second] = tags
  const options = tags.map(({ modelTagId, modelName, modelTagName }) => ({
    value: String(modelTagId),
    label: `${modelName} ${modelTagName}`,
  }))
  return (
    <>
      <Switch
        label={t('results.differences')}
        checked={compared !== undefined}
        onChange={(event) =>
          onChange(
            event.target.checked && first && second ? [first.modelTagId, second.modelTagId] : undefined,
          )
        }
      />
      {compared && tags.length > 2 && (
        <div className={css.compared}>
          <SelectField
            label={t('results.from')}
            value={String(compared[0])}
            options={options}
            onChange={(id) => onChange([Number(id), compared[1]])}
          />
          <SelectField
            label={t('results.to')}
            value={String(compared[1])}
            options={options}
            onChange={(id) => onChange([compared[0], Number(id)])}
          />
        </div>
      )}
    </>
  )
}

const Skeleton = () => (
  <Loading>
    <SkeletonLine width={40} />
    <SkeletonLine width={100} height={160} />
  </Loading>
)
