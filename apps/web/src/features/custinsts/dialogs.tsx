// The dialogs of custom instructions, by their names in the address; their code loads when the first is opened.
import { useDialogs } from '../../lib/dialogs.ts'
import { lazyDialog } from '../../ui/lazy-dialog.tsx'
import { ITEM_DIALOGS, itemDialog } from '../items/index.ts'
import { usePermission } from '../session/index.ts'

const OpenedDialogs = lazyDialog(async () => (await import('./opened-dialogs.tsx')).OpenedDialogs)
const NAMES: readonly (string | null)[] = [...ITEM_DIALOGS].map((dialog) => itemDialog('custinsts', dialog))

/** Mounted once in the shell, because the panel, the page and the palette open them. */
export function CustInstDialogs() {
  const { open } = useDialogs()
  return usePermission('can_use_custinsts') ? <OpenedDialogs opened={NAMES.includes(open)} /> : null
}
