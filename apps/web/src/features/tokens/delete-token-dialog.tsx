import type { ApiToken } from '@polylogue/contract'
import { useTranslation } from '#lib/texts.ts'
import { DeleteDialog } from '#ui/delete-dialog.tsx'
import { useRemoveToken, type Scope } from './api.ts'

interface DeleteTokenDialogProps {
  scope: Scope
  token: ApiToken | null
  opened: boolean
  onClose: () => void
}

/** Shows which access ends, then deletes the token. */
export function DeleteTokenDialog({ scope, token, opened, onClose }: DeleteTokenDialogProps) {
  const { t } = useTranslation('tokens')
  const remove = useRemoveToken(scope)
  const name = token?.name ?? ''
  return (
    <DeleteDialog
      opened={opened}
      id={token?.id}
      remove={remove}
      words={{
        title: t('deleteTitle'),
        question: t('deleteQuestion', { name }),
        verb: t('deleteToken'),
        deleted: t('deleted', { name }),
        failed: (sentence) => t('notDeleted', { sentence }),
      }}
      onClose={onClose}
    />
  )
}
