import { useItemsInPalette, type PaletteEntries } from '../palette/index.ts'
import { useShownProject } from '../projects/index.ts'
import { PROMPT_DIALOGS } from './dialog-names.ts'
import { useCanUsePrompts } from './permission.ts'

export function usePromptsInPalette(): PaletteEntries {
  const entries = useItemsInPalette({
    noun: 'prompts',
    icon: 'books',
    add: { action: 'addPrompt', icon: 'bookmark-plus', dialog: PROMPT_DIALOGS.create },
    project: useShownProject(),
  })
  return useCanUsePrompts() ? entries : {}
}
