import type { Provider } from '@polylogue/contract'
import { useFormat } from '#lib/format.ts'
import { useTranslation } from '#lib/texts.ts'
import { DeleteDialog } from '#ui/delete-dialog.tsx'
import { useRemoveProvider } from './api.ts'

interface DeleteProviderDialogProps {
  opened: boolean
  provider: Provider | null
  onClose: () => void
}

/** Shows what is lost, then disconnects the provider. */
export function DeleteProviderDialog({ opened, provider, onClose }: DeleteProviderDialogProps) {
  const { t } = useTranslation('providers')
  const remove = useRemoveProvider()
  const format = useFormat()
  const name = provider?.name ?? ''
  const count = provider?.numModels ?? 0
  return (
    <DeleteDialog
      opened={opened}
      id={provider?.id}
      remove={remove}
      words={{
        title: t('deleteTitle'),
        question: t('deleteQuestion', { name, count, number: format.number(count) }),
        verb: t('deleteVerb'),
        deleted: t('deleted', { name }),
      }}
      onClose={onClose}
    />
  )
}
