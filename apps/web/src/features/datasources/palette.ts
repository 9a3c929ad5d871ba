import { useItemsInPalette, type PaletteEntries } from '../palette/index.ts'
import { useShownProject } from '../projects/index.ts'
import { DATASOURCE_DIALOGS } from './dialog-names.ts'
import { useCanUseDatasources } from './permission.ts'

export function useDatasourcesInPalette(): PaletteEntries {
  const entries = useItemsInPalette({
    noun: 'datasources',
    icon: 'database',
    add: { action: 'addDatasource', icon: 'plus', dialog: DATASOURCE_DIALOGS.create },
    project: useShownProject(),
  })
  return useCanUseDatasources() ? entries : {}
}
