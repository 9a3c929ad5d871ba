import { useSearchParams } from 'react-router'
import { useTranslation } from '../../lib/texts.ts'
import type { IconName } from '../../ui/icon.tsx'
import type { PaletteEntries } from './source.ts'

interface ItemEntries {
  /** The kind of item: its page is `/{noun}`, its tab in the side panel has the same name. */
  noun: 'custinsts' | 'datasources' | 'prompts'
  icon: IconName
  /** The action that adds one, and the dialog that it opens. */
  add: { action: 'addCustInst' | 'addDatasource' | 'addPrompt'; icon: IconName; dialog: string }
  /** The project that the page shows. */
  project: { id: number } | undefined
}

/** Palette entries of a kind of item: the list, next to the tab of the page if there is one, and a new item. */
export function useItemsInPalette({ noun, icon, add, project }: ItemEntries): PaletteEntries {
  const { t } = useTranslation('palette')
  const [params] = useSearchParams()
  const inPanel = new URLSearchParams(params)
  inPanel.delete('dialog')
  // The address opens the side panel (app/panel/use-panel-state.ts).
  inPanel.set('panel', noun)
  return {
    pages: [
      {
        id: `page-${noun}`,
        icon,
        name: t(`pages.${noun}`),
        words: t(`pageWords.${noun}`),
        way: { to: project ? `/projects/${project.id}?${inPanel}` : `/${noun}` },
      },
    ],
    actions: [
      {
        id: `action-${noun}`,
        icon: add.icon,
        name: t(`actions.${add.action}`),
        detail: t(`pages.${noun}`),
        words: t(`actionWords.${add.action}`),
        way: { dialog: add.dialog },
      },
    ],
  }
}
