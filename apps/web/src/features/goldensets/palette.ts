import { useTranslation } from '../../lib/texts.ts'
import { useItemsInPalette, type PaletteEntries } from '../palette/index.ts'
import { usePermission } from '../session/index.ts'
import { itemDialog } from '../items/index.ts'

export function useGoldenSetsInPalette(): PaletteEntries {
  const { t } = useTranslation('palette')
  const entries = useItemsInPalette({
    noun: 'goldensets',
    list: { icon: 'list-check', name: t('pages.goldensets'), words: t('pageWords.goldensets') },
    add: {
      icon: 'plus',
      name: t('actions.addGoldenSet'),
      words: t('actionWords.addGoldenSet'),
      way: { to: `/goldensets?dialog=${itemDialog('goldensets', 'create')}` },
    },
  })
  return usePermission('can_use_prompts') ? entries : {}
}
