import { useTranslation } from '../../lib/texts.ts'
import { useItemsInPalette, type PaletteEntries } from '../palette/index.ts'
import { useShownProject } from '../projects/index.ts'
import { usePermission } from '../session/index.ts'
import { itemDialog } from '../items/index.ts'

export function usePromptsInPalette(): PaletteEntries {
  const { t } = useTranslation('palette')
  const entries = useItemsInPalette({
    noun: 'prompts',
    list: { icon: 'books', name: t('pages.prompts'), words: t('pageWords.prompts') },
    add: {
      icon: 'bookmark-plus',
      name: t('actions.addPrompt'),
      words: t('actionWords.addPrompt'),
      way: { dialog: itemDialog('prompts', 'create') },
    },
    project: useShownProject(),
  })
  return usePermission('can_use_prompts') ? entries : {}
}
