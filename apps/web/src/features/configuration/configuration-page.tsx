import { Suspense, useState } from 'react'
import { Link } from 'react-router'
import type { ConfigurationValue } from '@polylogue/contract'
import { CONFIGURATION_GROUPS } from '@polylogue/contract/browser'
import { lazyView } from '#lib/load-code.ts'
import { useErrorMessage } from '#lib/problem.ts'
import { useTranslation } from '#lib/texts.ts'
import { Button } from '#ui/button.tsx'
import { scrollBox } from '#ui/scroll-box.ts'
import { SearchField } from '#ui/search-field.tsx'
import { EmptyState, LoadFailed, Loading, SkeletonLine } from '#ui/states.tsx'
import { Table, type Column } from '#ui/table.tsx'
import { useConfiguration } from './api.ts'
import css from './configuration.module.css'
import { matching, nameOf, pageOf } from './values.ts'

const ChangeDialog = lazyView(async () => (await import('./change-dialog.tsx')).ChangeDialog)

const MailTest = lazyView(async () => (await import('./mail-test.tsx')).MailTest)

/** The operator's manual, in the repository and in an installation. */
const MANUAL = 'docs/operating.md'

/** Every key of the configuration file: its value, where it comes from, and where it is documented. */
export function ConfigurationValues() {
  const { t } = useTranslation('configuration')
  const errorMessage = useErrorMessage()
  const { data, isPending, error, refetch } = useConfiguration()
  const [text, setText] = useState('')
  const [changing, setChanging] = useState<string | null>(null)
  if (isPending)
    return (
      <Loading>
        <SkeletonLine width={100} height={320} />
      </Loading>
    )
  if (!data)
    return <LoadFailed title={t('loadFailed')} {...errorMessage(error)} onRetry={() => void refetch()} />
  const found = matching(data.values, text)
  const changed = data.values.find(({ key }) => key === changing)
  return (
    <>
      <p className={css.lead}>
        {t('lead')} <code dir="ltr">{data.path}</code>
        <br />
        {t('manual')} <code dir="ltr">{MANUAL}</code>
      </p>
      <SearchField
        label={t('search')}
        className={css.search}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      {CONFIGURATION_GROUPS.map((group) => {
        const values = found.filter((one) => one.group === group)
        return values.length > 0 && <Group key={group} group={group} values={values} onChange={setChanging} />
      })}
      {changed?.form && (
        <Suspense fallback={null}>
          <ChangeDialog value={{ ...changed, form: changed.form }} onClose={() => setChanging(null)} />
        </Suspense>
      )}
      {found.length === 0 && (
        <div role="status">
          <EmptyState title={t('noMatch', { text: text.trim() })}>
            <Button onClick={() => setText('')}>{t('clearFilter')}</Button>
          </EmptyState>
        </div>
      )}
    </>
  )
}

interface GroupProps {
  group: (typeof CONFIGURATION_GROUPS)[number]
  values: readonly ConfigurationValue[]
  onChange: (key: string) => void
}

function Group({ group, values, onChange }: GroupProps) {
  const { t } = useTranslation('configuration')
  const title = t(`groups.${group}`)
  const columns: Column[] = [
    { id: 'key', name: t('columns.key'), width: 260 },
    { id: 'value', name: t('columns.value') },
    { id: 'source', name: t('columns.source'), width: 220 },
    { id: 'more', name: t('columns.more'), width: 160, end: true, quiet: true },
  ]
  return (
    <section className={css.section}>
      <h3>{title}</h3>
      <p className={css.described}>
        {[...new Set(values.map(({ section }) => section))].map((section) => (
          <code key={section} dir="ltr">{`#${section}`}</code>
        ))}
      </p>
      <div className={css.scroll} {...scrollBox(title)}>
        <Table label={title} columns={columns}>
          {values.map((value) => (
            <Row key={value.key} value={value} onChange={onChange} />
          ))}
        </Table>
      </div>
    </section>
  )
}

function Row({ value: one, onChange }: { value: ConfigurationValue; onChange: (key: string) => void }) {
  const { t } = useTranslation('configuration')
  const page = pageOf(one)
  const name = nameOf(one.key)
  return (
    <tr>
      <td>
        <code dir="ltr">{one.key}</code>
        {name && <span className={css.name}>{t(`names.${name}.name`)}</span>}
      </td>
      <td>
        {one.value === null ? (
          <span className={css.quiet}>{t(one.isSet ? 'set' : 'notSet')}</span>
        ) : (
          <code dir="ltr">{one.value}</code>
        )}
      </td>
      <td data-source={one.source} className={css.source}>
        {t(`sources.${one.source}`)}
        {one.variable !== null && <code dir="ltr">{one.variable}</code>}
      </td>
      <td className={css.more} data-end>
        {page !== undefined && <Link to={page}>{t('page')}</Link>}
        {one.key === 'mail.host' && one.isSet && (
          <Suspense fallback={null}>
            <MailTest />
          </Suspense>
        )}
        {one.form && name && (
          <Button
            size="small"
            onClick={() => onChange(one.key)}
            aria-label={t('changeOf', { name: t(`names.${name}.name`) })}
          >
            {t('change')}
          </Button>
        )}
      </td>
    </tr>
  )
}
