import { useSearchParams } from 'react-router'
import { useTranslation } from '#lib/texts.ts'
import { itemDialog, useIsOffered, type ItemKind } from '#features/items/index.ts'
import type { PaletteEntries } from './source.ts'

/**
 * Palette entries of a kind of item: the list, and a new item. With a section in the side panel, the list opens next to the tab of
 * `project`, which the page shows.
 */
export function useItemsInPalette(kind: ItemKind, project: { id: number } | undefined): PaletteEntries {
  const { noun, list, Section, dialogs } = kind
  const { t } = useTranslation(['palette', 'kinds'])
  const [params] = useSearchParams()
  const isOffered = useIsOffered()
  if (!isOffered(kind)) return {}
  const inPanel = new URLSearchParams(params)
  inPanel.delete('dialog')
  // The address opens the side panel (app/panel/use-panel-state.ts).
  inPanel.set('panel', noun)
  const page = list.path ?? `/${noun}`
  const title = t(`kinds:${noun}.title`)
  const create = itemDialog(noun, 'create')
  return {
    pages: [
      {
        id: `page-${noun}`,
        icon: list.icon,
        name: title,
        words: t(`kinds:${noun}.words`),
        target: { to: Section && project ? `/projects/${project.id}?${inPanel}` : page },
      },
    ],
    actions: [
      {
        id: `action-${noun}`,
        icon: list.addIcon ?? 'plus',
        name: t(`kinds:${noun}.add`),
        words: t(`kinds:${noun}.addWords`),
        detail: title,
        target: dialogs ? { dialog: create } : { to: `${page}?dialog=${create}` },
      },
    ],
  }
}
