import { useTranslation } from '../../../lib/texts.ts'
import { DeleteDialog } from '../../../ui/delete-dialog.tsx'
import { useRemovePrompt } from '../api.ts'

interface DeletePromptDialogProps {
  opened: boolean
  of: { id: number; title: string } | undefined
  onClose: () => void
}

/** Asks for confirmation, then deletes the prompt. */
export function DeletePromptDialog({ opened, of, onClose }: DeletePromptDialogProps) {
  const { t } = useTranslation('prompts')
  const remove = useRemovePrompt()
  const name = of?.title ?? ''
  return (
    <DeleteDialog
      opened={opened}
      id={of?.id}
      remove={remove}
      words={{
        title: t('delete'),
        question: t('deleteQuestion', { name }),
        verb: t('delete'),
        deleted: t('deleted', { name }),
        failed: (sentence) => t('deleteFailed', { sentence }),
      }}
      onClose={onClose}
    />
  )
}
