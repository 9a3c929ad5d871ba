import { useTranslation } from '#lib/texts.ts'
import type { PaletteEntries } from '#features/palette/index.ts'
import { usePermission } from '#features/session/index.ts'
import { PUBLICATIONS } from './dialog-name.ts'

/** The dialog is on the page of prompts. */
export function usePublicationsInPalette(): PaletteEntries {
  const { t } = useTranslation('palette')
  if (!usePermission('can_use_prompts')) return {}
  return {
    actions: [
      {
        id: 'action-publications',
        icon: 'circle-check',
        name: t('actions.publications'),
        words: t('actionWords.publications'),
        target: { to: `/prompts?dialog=${PUBLICATIONS}` },
      },
    ],
  }
}
