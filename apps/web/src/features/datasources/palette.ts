import { useTranslation } from '../../lib/texts.ts'
import { useItemsInPalette, type PaletteEntries } from '../palette/index.ts'
import { useShownProject } from '../projects/index.ts'
import { usePermission } from '../session/index.ts'
import { itemDialog } from '../items/index.ts'

export function useDatasourcesInPalette(): PaletteEntries {
  const { t } = useTranslation('palette')
  const entries = useItemsInPalette({
    noun: 'datasources',
    list: { icon: 'database', name: t('pages.datasources'), words: t('pageWords.datasources') },
    add: {
      icon: 'plus',
      name: t('actions.addDatasource'),
      words: t('actionWords.addDatasource'),
      way: { dialog: itemDialog('datasources', 'create') },
    },
    project: useShownProject(),
  })
  return usePermission('can_use_datasources') ? entries : {}
}
