import { useTranslation } from '../../lib/texts.ts'
import { useItemsInPalette, type PaletteEntries } from '../palette/index.ts'
import { useShownProject } from '../projects/index.ts'
import { usePermission } from '../session/index.ts'
import { CUSTINST_DIALOGS } from './dialog-names.ts'

export function useCustInstsInPalette(): PaletteEntries {
  const { t } = useTranslation('palette')
  const entries = useItemsInPalette({
    noun: 'custinsts',
    list: { icon: 'list-details', name: t('pages.custinsts'), words: t('pageWords.custinsts') },
    add: {
      icon: 'plus',
      name: t('actions.addCustInst'),
      words: t('actionWords.addCustInst'),
      way: { dialog: CUSTINST_DIALOGS.create },
    },
    project: useShownProject(),
  })
  return usePermission('can_use_custinsts') ? entries : {}
}
