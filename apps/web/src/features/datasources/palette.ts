// Palette entries: the list, next to the tab of the page if there is one, and a new data source. The search finds them by name.
import { useSearchParams } from 'react-router'
import { useTranslation } from '../../lib/texts.ts'
import type { PaletteEntries } from '../palette/index.ts'
import { useShownProject } from '../projects/index.ts'
import { DATASOURCE_DIALOGS } from './dialog-names.ts'
import { useCanUseDatasources } from './permission.ts'

export function useDatasourcesInPalette(): PaletteEntries {
  const { t } = useTranslation('palette')
  const project = useShownProject()
  const [params] = useSearchParams()
  if (!useCanUseDatasources()) return {}
  const inPanel = new URLSearchParams(params)
  inPanel.delete('dialog')
  // The address opens the side panel (app/panel/use-panel-state.ts).
  inPanel.set('panel', 'datasources')
  return {
    pages: [
      {
        id: 'page-datasources',
        icon: 'database',
        name: t('pages.datasources'),
        words: t('pageWords.datasources'),
        way: { to: project ? `/projects/${project.id}?${inPanel}` : '/datasources' },
      },
    ],
    actions: [
      {
        id: 'action-add-datasource',
        icon: 'plus',
        name: t('actions.addDatasource'),
        detail: t('pages.datasources'),
        words: t('actionWords.addDatasource'),
        way: { dialog: DATASOURCE_DIALOGS.create },
      },
    ],
  }
}
