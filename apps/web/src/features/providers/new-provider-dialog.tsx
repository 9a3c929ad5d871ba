import { useState } from 'react'
import { useNotices } from '#lib/notices.ts'
import { useTranslation } from '#lib/texts.ts'
import { Dialog } from '#ui/dialog.tsx'
import { useCreateProvider } from './api.ts'
import { ProviderForm } from './provider-form.tsx'
import { FRESH, valuesOf } from './values.ts'

/** Connects a model server. */
export function NewProviderDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation('providers')
  const notices = useNotices()
  const [typed, setTyped] = useState(FRESH)
  const create = useCreateProvider()
  // Resets on opening, not on closing: the fade-out still shows the input.
  const [wasOpened, setWasOpened] = useState(opened)
  if (opened !== wasOpened) {
    setWasOpened(opened)
    if (opened) setTyped(FRESH)
  }
  const close = () => {
    create.reset()
    onClose()
  }
  const submit = () =>
    create.mutate(valuesOf(typed), {
      onSuccess: ({ name }) => {
        notices.show({ kind: 'done', title: t('connected', { name }) })
        close()
      },
    })
  return (
    <Dialog
      opened={opened}
      title={t('newTitle')}
      lead={t('newLead')}
      dirty={JSON.stringify(typed) !== JSON.stringify(FRESH)}
      onClose={close}
    >
      <ProviderForm
        typed={typed}
        onChange={setTyped}
        verb={t('connectVerb')}
        change={create}
        onSubmit={submit}
        onCancel={close}
      />
    </Dialog>
  )
}
