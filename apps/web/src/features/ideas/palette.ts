// Palette entries: the page, and a new idea.
import { useTranslation } from '#lib/texts.ts'
import type { PaletteEntries } from '#features/palette/index.ts'
import { useInstalled } from '#features/plugins/index.ts'
import { usePermission } from '#features/session/index.ts'
import { IDEA_DIALOGS, IDEAS_PAGE } from './dialog-names.ts'

export function useIdeasInPalette(): PaletteEntries {
  const { t } = useTranslation('palette')
  const installed = useInstalled('prompt-ideas')
  if (!usePermission('can_use_prompts') || !installed) return {}
  return {
    pages: [
      {
        id: 'page-ideas',
        icon: 'bulb',
        name: t('pages.ideas'),
        words: t('pageWords.ideas'),
        target: { to: IDEAS_PAGE },
      },
    ],
    actions: [
      {
        id: 'action-add-idea',
        icon: 'plus',
        name: t('actions.addIdea'),
        detail: t('pages.ideas'),
        words: t('actionWords.addIdea'),
        target: { to: `${IDEAS_PAGE}?dialog=${IDEA_DIALOGS.create}` },
      },
    ],
  }
}
