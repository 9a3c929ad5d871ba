// The dialogs of saved prompts, by their names in the address; their code loads when the first is opened.
import { useDialogsOf } from '../../lib/dialogs.ts'
import { lazyDialog } from '../../ui/lazy-dialog.tsx'
import { ITEM_DIALOGS, itemDialog } from '../items/index.ts'
import { usePermission } from '../session/index.ts'

const OpenedDialogs = lazyDialog(async () => (await import('./opened-dialogs.tsx')).OpenedDialogs)
const NAMES: readonly (string | null)[] = [...ITEM_DIALOGS, 'execute', 'versions'].map((dialog) =>
  itemDialog('prompts', dialog),
)

/** Mounted once in the shell, because the panel, the page, messages and the palette open them. */
export function PromptDialogs() {
  const { open, id } = useDialogsOf('prompt')
  const isLinked = open === null && id !== null
  return usePermission('can_use_prompts') ? <OpenedDialogs opened={NAMES.includes(open) || isLinked} /> : null
}
