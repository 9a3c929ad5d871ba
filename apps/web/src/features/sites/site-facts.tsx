import type { DatasourceSite } from '@polylogue/contract'
import { useFormat } from '#lib/format.ts'
import { useTranslation } from '#lib/texts.ts'
import { useNow } from '#features/media/index.ts'
import css from './sites.module.css'
import { summaryOf, type SiteGroup } from './groups.ts'

/** How many pages a site has, how many failed or are gone, when it was checked, and why it is not newer. */
export function SiteFacts({ group }: { group: SiteGroup }) {
  const { t } = useTranslation(['sites', 'media', 'datasources'])
  const format = useFormat()
  const { failed, gone, checked, isChecking } = summaryOf(group, useNow())
  const { site, pages } = group
  const facts = [
    t('pages', { count: pages.length, number: format.number(pages.length) }),
    failed > 0 && t('datasources:failedDocuments', { count: failed }),
    gone > 0 && t('gone', { count: gone }),
    checked !== null && t('media:refresh.checked', { when: format.moment(checked) }),
    site.refresh !== 'none' && t(`media:refresh.${site.refresh}`),
    isChecking && t('media:refresh.checking'),
  ]
  return (
    <>
      <p className={css.line}>{facts.filter((fact) => fact !== false).join(' · ')}</p>
      <SiteFailure site={site} />
    </>
  )
}

function SiteFailure({ site: { lastFailure, checked } }: { site: DatasourceSite }) {
  const { t } = useTranslation(['sites', 'media'])
  const format = useFormat()
  if (lastFailure === null) return null
  const reason = t(`media:reason.${lastFailure}`)
  return (
    <p className={css.failure}>
      {checked === null ? reason : t('mapFailure', { reason, when: format.moment(checked) })}
    </p>
  )
}
