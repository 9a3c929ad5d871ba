// Palette entries: the list of golden sets, and a new one.
import { useTranslation } from '../../lib/texts.ts'
import type { PaletteEntries } from '../palette/index.ts'
import { useCanUsePrompts } from '../prompts/index.ts'
import { GOLDENSET_DIALOGS } from './dialog-names.ts'

export function useGoldenSetsInPalette(): PaletteEntries {
  const { t } = useTranslation('palette')
  if (!useCanUsePrompts()) return {}
  return {
    pages: [
      {
        id: 'page-goldensets',
        icon: 'list-details',
        name: t('pages.goldensets'),
        words: t('pageWords.goldensets'),
        way: { to: '/goldensets' },
      },
    ],
    actions: [
      {
        id: 'action-add-goldenset',
        icon: 'plus',
        name: t('actions.addGoldenSet'),
        detail: t('pages.goldensets'),
        words: t('actionWords.addGoldenSet'),
        way: { to: `/goldensets?dialog=${GOLDENSET_DIALOGS.create}` },
      },
    ],
  }
}
