import { useSearchParams } from 'react-router'
import type { IconName } from '../../ui/icon.tsx'
import type { Way } from './entries.ts'
import type { PaletteEntries } from './source.ts'

interface ItemEntry {
  icon: IconName
  name: string
  /** Further search words. */
  words: string
}

interface ItemEntries {
  /** The kind of item: its page is `/{noun}`, its tab in the side panel, if it has one, has the same name. */
  noun: string
  list: ItemEntry
  /** The action that adds one. */
  add: ItemEntry & { way: Way }
  /** The project that the page shows, for a noun with a tab in the side panel. */
  project?: { id: number } | undefined
}

/** Palette entries of a kind of item: the list, next to the tab of the page if there is one, and a new item. */
export function useItemsInPalette({ noun, list, add, project }: ItemEntries): PaletteEntries {
  const [params] = useSearchParams()
  const inPanel = new URLSearchParams(params)
  inPanel.delete('dialog')
  // The address opens the side panel (app/panel/use-panel-state.ts).
  inPanel.set('panel', noun)
  return {
    pages: [
      {
        id: `page-${noun}`,
        ...list,
        way: { to: project ? `/projects/${project.id}?${inPanel}` : `/${noun}` },
      },
    ],
    actions: [{ id: `action-${noun}`, ...add, detail: list.name }],
  }
}
