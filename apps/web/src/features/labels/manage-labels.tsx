import { useDialogs } from '#lib/dialogs.ts'
import { useTranslation } from '#lib/texts.ts'
import { Button } from '#ui/button.tsx'
import { lazyDialog } from '#ui/lazy-dialog.tsx'
import { useCanDeleteLabels } from './api.ts'

/** Name of the dialog in the address. */
const LABELS = 'labels'

const ManageLabelsDialog = lazyDialog(async () => (await import('./manage-dialog.tsx')).ManageLabelsDialog)

/** Opens the list of categories and tags for people who may delete them; renders nothing for others. */
export function ManageLabels() {
  const { t } = useTranslation('labels')
  const { open, show } = useDialogs()
  if (!useCanDeleteLabels()) return null
  return (
    <>
      <Button size="small" onClick={() => show(LABELS)}>
        {t('manage')}
      </Button>
      <ManageLabelsDialog opened={open === LABELS} />
    </>
  )
}
