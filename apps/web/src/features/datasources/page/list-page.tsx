import type { FeatureView } from '#lib/feature-page.ts'
import { useTranslation } from '#lib/texts.ts'
import { IconLink } from '#ui/icon-button.tsx'
import { LeadRow } from '#ui/lead-row.tsx'
import { DatasourceList } from '../list/list.tsx'
import { LedAway } from '#ui/led-away.tsx'
import { usePermission } from '#features/session/index.ts'

/** The data sources outside of a project. */
function DatasourcesPage() {
  const { t } = useTranslation('datasources')
  if (usePermission('can_use_datasources') === false) return <LedAway why="notAllowed" />
  return (
    <>
      <LeadRow lead={t('lead')}>
        <IconLink icon="help-circle" label={t('help')} to="/help/data-sources" />
      </LeadRow>
      <DatasourceList heading="h2" />
    </>
  )
}

export const datasourcesPage: FeatureView = {
  useHeading: () => useTranslation('datasources').t('title'),
  View: DatasourcesPage,
}
