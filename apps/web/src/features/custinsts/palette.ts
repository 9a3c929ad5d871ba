import { useTranslation } from '../../lib/texts.ts'
import { useItemsInPalette, type PaletteEntries } from '../palette/index.ts'
import { useShownProject } from '../projects/index.ts'
import { usePermission } from '../session/index.ts'
import { itemDialog } from '../items/index.ts'

export function useCustInstsInPalette(): PaletteEntries {
  const { t } = useTranslation('palette')
  const entries = useItemsInPalette({
    noun: 'custinsts',
    list: { icon: 'list-details', name: t('pages.custinsts'), words: t('pageWords.custinsts') },
    add: {
      icon: 'plus',
      name: t('actions.addCustInst'),
      words: t('actionWords.addCustInst'),
      way: { dialog: itemDialog('custinsts', 'create') },
    },
    project: useShownProject(),
  })
  return usePermission('can_use_custinsts') ? entries : {}
}
