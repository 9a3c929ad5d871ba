import { usePermission, useUserId } from '#features/session/index.ts'
import { useAddress } from '#lib/address.ts'
import type { FeatureView } from '#lib/feature-page.ts'
import { useErrorMessage } from '#lib/problem.ts'
import { useTranslation } from '#lib/texts.ts'
import { Segments } from '#ui/segments.tsx'
import { EmptyState, LoadFailed, Loading, SkeletonLine } from '#ui/states.tsx'
import { useUsage, type ShownUsage } from '../api.ts'
import { MEASURES, useSaid, valueOf, type Measure } from '../measures.ts'
import { UsageDays } from '../usage-days.tsx'
import css from '../usage.module.css'
import { Choices } from './choices.tsx'
import { DownloadButton } from './download.tsx'
import { periodIn } from './period.ts'
import { SumsTable } from './sums-table.tsx'

/** Statistics of one's own usage and, for those who may see it, of everybody's (ACCOUNT-10). The choices are in the URL. */
function Stats() {
  const { get, put } = useAddress()
  const userId = useUserId()
  const seesAll = usePermission('can_view_system')
  const ofAll = seesAll !== false && get('whose') === 'everybody'
  const period = periodIn(get)
  // Until the permissions are known, nothing is asked for that may be refused.
  const query = ofAll && !seesAll ? undefined : period.query
  const usage = useUsage(ofAll ? 'everybody' : userId, query)
  const measure = MEASURES.find((one) => one === get('show')) ?? 'prompts'
  return (
    <>
      <div className={css.choices}>
        <Choices
          whose={seesAll ? (ofAll ? 'everybody' : 'own') : undefined}
          period={period}
          shown={usage.data}
          onChange={put}
        >
          {query && usage.data && !usage.isPlaceholderData && <DownloadButton usage={usage.data} />}
        </Choices>
      </div>
      {!period.wrong && <Figures usage={usage} measure={measure} onMeasure={(show) => put({ show })} />}
    </>
  )
}

interface FiguresProps {
  usage: ReturnType<typeof useUsage>
  measure: Measure
  onMeasure: (measure: Measure) => void
}

function Figures({ usage: { data, error, isPlaceholderData, refetch }, measure, onMeasure }: FiguresProps) {
  const { t } = useTranslation('usage')
  const errorMessage = useErrorMessage()
  if (error)
    return <LoadFailed title={t('statsFailed')} {...errorMessage(error)} onRetry={() => void refetch()} />
  if (!data)
    return (
      <Loading>
        <SkeletonLine height={160} />
      </Loading>
    )
  if (data.total.prompts === 0)
    return <EmptyState title={t('nothing')} text={t('nothingText')} wayOn="beside" />
  return (
    <div className={css.stats} aria-busy={isPlaceholderData || undefined}>
      <Total total={data.total} />
      <Segments
        label={t('show')}
        value={measure}
        options={MEASURES.map((value) => ({ value, label: t(value) }))}
        onChange={onMeasure}
      />
      <UsageDays usage={data} measure={measure} columns={MEASURES} level={2} />
      <Models usage={data} measure={measure} />
      {data.byGroup && <Groups groups={data.byGroup} measure={measure} />}
    </div>
  )
}

function Total({ total }: { total: ShownUsage['total'] }) {
  const { t } = useTranslation('usage')
  const said = useSaid()
  return (
    <dl className={css.total}>
      {MEASURES.map((one) => (
        <div key={one}>
          <dt>{t(one)}</dt>
          <dd>{said(valueOf(total, one), one)}</dd>
        </div>
      ))}
    </dl>
  )
}

function Models({ usage, measure }: { usage: ShownUsage; measure: Measure }) {
  const { t } = useTranslation('usage')
  const rows = usage.byModel.map((sum) => ({
    id: `${sum.modelName}:${sum.modelTagName}`,
    name: sum.modelName,
    facts: sum.modelTagName,
    sum,
  }))
  return <SumsTable title={t('byModel')} head={t('model')} rows={rows} measure={measure} />
}

function Groups({ groups, measure }: { groups: NonNullable<ShownUsage['byGroup']>; measure: Measure }) {
  const { t } = useTranslation('usage')
  const rows = groups.map((sum) => ({
    id: String(sum.contextId),
    name: sum.contextId === null ? t('noGroup') : sum.name,
    sum,
  }))
  return (
    <SumsTable title={t('byGroup')} head={t('group')} rows={rows} measure={measure} hint={t('groupHint')} />
  )
}

export const statsPage: FeatureView = {
  useHeading: () => useTranslation('usage').t('stats'),
  View: Stats,
}
