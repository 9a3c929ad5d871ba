// Palette entries: the list, next to the tab of the page if there is one, and a new prompt.
import { useSearchParams } from 'react-router'
import { useTranslation } from '../../lib/texts.ts'
import type { PaletteEntries } from '../palette/index.ts'
import { useShownProject } from '../projects/index.ts'
import { PROMPT_DIALOGS } from './dialog-names.ts'
import { useCanUsePrompts } from './permission.ts'

export function usePromptsInPalette(): PaletteEntries {
  const { t } = useTranslation('palette')
  const project = useShownProject()
  const [params] = useSearchParams()
  if (!useCanUsePrompts()) return {}
  const inPanel = new URLSearchParams(params)
  inPanel.delete('dialog')
  // The address opens the side panel (app/panel/use-panel-state.ts).
  inPanel.set('panel', 'prompts')
  return {
    pages: [
      {
        id: 'page-prompts',
        icon: 'books',
        name: t('pages.prompts'),
        words: t('pageWords.prompts'),
        way: { to: project ? `/projects/${project.id}?${inPanel}` : '/prompts' },
      },
    ],
    actions: [
      {
        id: 'action-add-prompt',
        icon: 'bookmark-plus',
        name: t('actions.addPrompt'),
        detail: t('pages.prompts'),
        words: t('actionWords.addPrompt'),
        way: { dialog: PROMPT_DIALOGS.create },
      },
    ],
  }
}
