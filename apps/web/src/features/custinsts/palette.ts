// Palette entries: the list, next to the tab of the page if there is one, and adding an instruction.
import { useSearchParams } from 'react-router'
import { useTranslation } from '../../lib/texts.ts'
import type { PaletteEntries } from '../palette/index.ts'
import { useShownProject } from '../projects/index.ts'
import { CUSTINST_DIALOGS } from './dialog-names.ts'
import { useCanUseCustInsts } from './permission.ts'

export function useCustInstsInPalette(): PaletteEntries {
  const { t } = useTranslation('palette')
  const project = useShownProject()
  const [params] = useSearchParams()
  if (!useCanUseCustInsts()) return {}
  const inPanel = new URLSearchParams(params)
  inPanel.delete('dialog')
  // The address opens the side panel (app/panel/use-panel.ts).
  inPanel.set('panel', 'custinsts')
  return {
    pages: [
      {
        id: 'page-custinsts',
        icon: 'list-details',
        name: t('pages.custinsts'),
        words: t('pageWords.custinsts'),
        way: { to: project ? `/projects/${project.id}?${inPanel}` : '/custinsts' },
      },
    ],
    actions: [
      {
        id: 'action-add-custinst',
        icon: 'plus',
        name: t('actions.addCustInst'),
        detail: t('pages.custinsts'),
        words: t('actionWords.addCustInst'),
        way: { dialog: CUSTINST_DIALOGS.create },
      },
    ],
  }
}
