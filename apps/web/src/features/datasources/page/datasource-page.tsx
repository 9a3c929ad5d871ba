import type { Datasource } from '@polylogue/contract'
import { Suspense } from 'react'
import { useAddress } from '#lib/address.ts'
import { canWrite } from '#lib/can.ts'
import type { FeatureView } from '#lib/feature-page.ts'
import { useFormat } from '#lib/format.ts'
import { isGone, useErrorMessage } from '#lib/problem.ts'
import { useTranslation } from '#lib/texts.ts'
import { Button, LinkButton } from '#ui/button.tsx'
import { ClampedText } from '#ui/clamped-text.tsx'
import { IconLink } from '#ui/icon-button.tsx'
import { LedAway } from '#ui/led-away.tsx'
import { Segments } from '#ui/segments.tsx'
import { EmptyState, LoadFailed, PageSkeleton } from '#ui/states.tsx'
import { useDatasource } from '../api.ts'
import { DatasourceChips } from '../chips.tsx'
import { DatasourceMenu } from '../list/item-menu.tsx'
import { SourceStatus } from '../status.tsx'
import { SwitchedOff } from '../passages/switched-off.tsx'
import { NotAnswered } from '#features/unanswered/index.ts'
import { TestSet } from '#features/test-questions/index.ts'
import { useIdInPath } from '#lib/use-id-in-path.ts'
import { VectorProgress } from '#features/vectors/index.ts'
import { usePermission } from '#features/session/index.ts'
import { useItemDialogs } from '#features/items/index.ts'
import { Ask } from './ask.tsx'
import { Documents } from './documents.tsx'
import { languageNames } from '../language-names.ts'
import css from './page.module.css'
import { TestQuestion } from './test-question.tsx'

/** A data source: its documents, a field to test a question, its test questions, what it did not answer, and what is switched off. */
function DatasourcePage() {
  const { t } = useTranslation('datasources')
  const errorMessage = useErrorMessage()
  const id = useIdInPath('id')
  const { data, error, isError, refetch } = useDatasource(id)
  if (usePermission('can_use_datasources') === false) return <LedAway why="notAllowed" />
  if (id === 0 || isGone(error))
    return (
      <EmptyState title={t('gone')}>
        <LinkButton to="/datasources">{t('all')}</LinkButton>
      </EmptyState>
    )
  if (data) return <Whole datasource={data} />
  if (!isError) return <PageSkeleton />
  return (
    <LoadFailed title={t('oneLoadFailed', { id })} {...errorMessage(error)} onRetry={() => void refetch()} />
  )
}

/** The values of the parameter `view`; the first is the default. */
const VIEWS = ['documents', 'test', 'set', 'unanswered', 'off'] as const

const VIEW_OF = {
  documents: Documents,
  test: TestQuestion,
  set: TestSet,
  unanswered: NotAnswered,
  off: SwitchedOff,
}

function Whole({ datasource }: { datasource: Datasource }) {
  const { t } = useTranslation(['datasources', 'media', 'sites', 'test-questions', 'workbench'])
  const address = useAddress()
  const views = VIEWS.filter((one) => one !== 'unanswered' || canWrite(datasource))
  const view = views.find((one) => one === address.get('view')) ?? 'documents'
  const names = {
    documents: t('page.documents'),
    test: t('page.test'),
    set: t('test-questions:tab'),
    unanswered: t('test-questions:notAnswered'),
    off: t('workbench:off.tab'),
  }
  const View = VIEW_OF[view]
  return (
    <div className={css.page}>
      <Head datasource={datasource} />
      {datasource.mediaCount > 0 && <Ask datasource={datasource} />}
      <Segments
        asTabs
        label={t('page.view')}
        value={view}
        options={views.map((value) => ({ value, label: names[value] }))}
        onChange={(next) => address.put({ view: next === 'documents' ? '' : next })}
      />
      <Suspense fallback={<PageSkeleton />}>
        <View datasource={datasource} />
      </Suspense>
    </div>
  )
}

function Head({ datasource }: { datasource: Datasource }) {
  const { t } = useTranslation('datasources')
  const dialogs = useItemDialogs('datasources')
  const { id, name, summary } = datasource
  return (
    <div className={css.head}>
      <div className={css.about}>
        {summary && <ClampedText name={name}>{summary}</ClampedText>}
        <Metadata datasource={datasource} />
        <VectorProgress datasource={datasource} />
        <DatasourceChips datasource={datasource} className={css.chips} />
      </div>
      {canWrite(datasource) && (
        <Button kind="fill" icon="plus" onClick={() => dialogs.show('edit', id)}>
          {t('page.manage')}
        </Button>
      )}
      <DatasourceMenu datasource={datasource} opened />
      <IconLink icon="help-circle" label={t('help')} to="/help/data-sources" />
    </div>
  )
}

function Metadata({ datasource }: { datasource: Datasource }) {
  const { t, i18n } = useTranslation('datasources')
  const format = useFormat()
  const { mediaCount, mediaFailed, chunks, size, languages, lastIndexed } = datasource
  const facts = [
    t('documents', { count: mediaCount, number: format.number(mediaCount) }),
    ...(mediaFailed > 0 ? [t('failedDocuments', { count: mediaFailed })] : []),
    t('page.passages', { count: chunks, number: format.number(chunks) }),
    format.size(size),
    ...(languages.length > 0 ? [languageNames(languages, i18n.language)] : []),
    ...(datasource.answersOnly ? [t('page.answersOnly')] : []),
    lastIndexed ? t('page.lastIndexed', { when: format.moment(lastIndexed) }) : t('page.never'),
  ]
  return (
    <p className={css.facts}>
      <SourceStatus datasource={datasource} />
      {facts.map((fact) => (
        <span key={fact}>{fact}</span>
      ))}
    </p>
  )
}

export const datasourcePage: FeatureView = {
  useHeading: () => {
    const { t } = useTranslation('datasources')
    return useDatasource(useIdInPath('id')).data?.name ?? t('title')
  },
  useCrumb: () => ({ to: '/datasources', text: useTranslation('datasources').t('title') }),
  View: DatasourcePage,
}
