import type { ApiToken } from '@polylogue/contract'
import { useTranslation } from 'react-i18next'
import { useNotices } from '../../lib/notices.ts'
import { useTell } from '../../lib/problem.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { useRemoveToken, type Scope } from './api.ts'

interface DeleteTokenDialogProps {
  scope: Scope
  token: ApiToken | null
  opened: boolean
  onClose: () => void
}

/** Says what ends with a token, then deletes it. */
export function DeleteTokenDialog({ scope, token, opened, onClose }: DeleteTokenDialogProps) {
  const { t } = useTranslation('tokens')
  const tell = useTell()
  const notices = useNotices()
  const remove = useRemoveToken(scope)
  const name = token?.name ?? ''
  const close = () => {
    remove.reset()
    onClose()
  }
  const confirm = () => {
    if (!token) return
    remove.mutate(token.id, {
      onSuccess: () => {
        notices.show({ kind: 'done', title: t('deleted', { name }) })
        close()
      },
    })
  }
  return (
    <ConfirmDialog
      opened={opened}
      title={t('deleteTitle')}
      question={t('deleteQuestion', { name })}
      verb={t('deleteToken')}
      busy={remove.isPending}
      failure={remove.error ? t('notDeleted', { sentence: tell(remove.error).sentence }) : undefined}
      onConfirm={confirm}
      onClose={close}
    />
  )
}
