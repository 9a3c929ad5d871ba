import type { FeatureView } from '#lib/feature-page.ts'
import { useTranslation } from '#lib/texts.ts'
import css from './plugins.module.css'
import { PluginList } from './plugin-list.tsx'

function PluginsPage() {
  const { t } = useTranslation('plugins')
  return (
    <div className={css.page}>
      <p className={css.lead}>{t('lead')}</p>
      <PluginList heading="h2" />
    </div>
  )
}

export const pluginsPage: FeatureView = {
  useHeading: () => useTranslation('plugins').t('title'),
  View: PluginsPage,
}
