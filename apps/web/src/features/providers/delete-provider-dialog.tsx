import type { Provider } from '@polylogue/contract'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { useNotices } from '../../lib/notices.ts'
import { useTell } from '../../lib/problem.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { useRemoveProvider } from './api.ts'

interface DeleteProviderDialogProps {
  opened: boolean
  provider: Provider | null
  onClose: () => void
}

/** Says what goes with it, then disconnects a provider. */
export function DeleteProviderDialog({ opened, provider, onClose }: DeleteProviderDialogProps) {
  const { t } = useTranslation('providers')
  const tell = useTell()
  const notices = useNotices()
  const format = useFormat()
  const remove = useRemoveProvider()
  const name = provider?.name ?? ''
  const count = provider?.numModels ?? 0
  const close = () => {
    remove.reset()
    onClose()
  }
  const confirm = () => {
    if (!provider) return
    remove.mutate(provider.id, {
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
      question={t('deleteQuestion', { name, count, number: format.number(count) })}
      verb={t('deleteVerb')}
      busy={remove.isPending}
      failure={remove.error ? tell(remove.error).sentence : undefined}
      onConfirm={confirm}
      onClose={close}
    />
  )
}
