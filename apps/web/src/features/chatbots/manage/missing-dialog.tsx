import { isGone, useErrorMessage } from '#lib/problem.ts'
import { useTranslation } from '#lib/texts.ts'
import { Button } from '#ui/button.tsx'
import { Dialog, DialogBody, DialogFoot } from '#ui/dialog.tsx'

interface MissingDialogProps {
  opened: boolean
  error: Error | null
  onClose: () => void
}

/** Says why the chatbot that the address names is not shown. */
export function MissingDialog({ opened, error, onClose }: MissingDialogProps) {
  const { t } = useTranslation(['chatbots', 'ui'])
  const errorMessage = useErrorMessage()
  return (
    <Dialog opened={opened} title={t('oneLoadFailed')} width={480} onClose={onClose}>
      <DialogBody>
        <p>{isGone(error) ? t('gone') : errorMessage(error).sentence}</p>
      </DialogBody>
      <DialogFoot>
        <Button size="large" onClick={onClose} data-autofocus>
          {t('ui:close')}
        </Button>
      </DialogFoot>
    </Dialog>
  )
}
