import { useItemsInPalette, type PaletteEntries } from '../palette/index.ts'
import { useShownProject } from '../projects/index.ts'
import { CUSTINST_DIALOGS } from './dialog-names.ts'
import { useCanUseCustInsts } from './permission.ts'

export function useCustInstsInPalette(): PaletteEntries {
  const entries = useItemsInPalette({
    noun: 'custinsts',
    icon: 'list-details',
    add: { action: 'addCustInst', icon: 'plus', dialog: CUSTINST_DIALOGS.create },
    project: useShownProject(),
  })
  return useCanUseCustInsts() ? entries : {}
}
