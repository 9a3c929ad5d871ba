import { useTranslation } from '#lib/texts.ts'
import { Button } from '#ui/button.tsx'
import { Dialog, DialogBody, DialogFoot } from '#ui/dialog.tsx'
import { findModel, GUIDE, useModels } from '#features/models/index.ts'

interface LostModelDialogProps {
  opened: boolean
  /** Name of the lost model; empty if unknown. */
  name: string
  onClose: () => void
}

/** Says that the model of the tab is not available and that the tab now uses Guide (PROJECT-4). */
export function LostModelDialog({ opened, name, onClose }: LostModelDialogProps) {
  const { t } = useTranslation(['conversation', 'models'])
  const { data: models } = useModels()
  const guide = findModel(models, GUIDE.modelId)?.name ?? ''
  return (
    <Dialog opened={opened} title={t('models:unavailableTitle')} width={480} onClose={onClose}>
      <DialogBody>
        <p role="alert">
          {name ? t('unavailableNamed', { model: name, guide }) : t('unavailableText', { guide })}
        </p>
      </DialogBody>
      <DialogFoot>
        <Button size="large" kind="fill" data-autofocus onClick={onClose}>
          {t('useGuide', { guide })}
        </Button>
      </DialogFoot>
    </Dialog>
  )
}
