import { useState } from 'react'
import { useTranslation } from '#lib/texts.ts'
import { Dialog } from '#ui/dialog.tsx'
import { useCreateToken, type Scope } from './api.ts'
import { USUAL } from './expiry.ts'
import { MadeToken } from './made-token.tsx'
import { TokenForm, type TypedToken } from './token-form.tsx'

interface NewTokenDialogProps {
  scope: Scope
  opened: boolean
  onClose: () => void
}

const EMPTY: TypedToken = { name: '', description: '', ...USUAL }

/** Creates a token and shows its value once. */
export function NewTokenDialog({ scope, opened, onClose }: NewTokenDialogProps) {
  const { t } = useTranslation('tokens')
  const create = useCreateToken(scope)
  const [typed, setTyped] = useState(EMPTY)
  const value = create.data
  const close = () => {
    setTyped(EMPTY)
    create.reset()
    onClose()
  }
  const submit = (expires: string | null | undefined) =>
    create.mutate({ name: typed.name.trim(), description: typed.description.trim(), expires })
  return (
    <Dialog
      opened={opened}
      title={value ? t('madeTitle') : t('newTitle')}
      lead={value ? typed.name.trim() : t(`newLead.${scope}`)}
      width={560}
      dirty={!value && (typed.name.trim() !== '' || typed.description.trim() !== '')}
      onClose={close}
    >
      {value ? (
        <MadeToken value={value} onDone={close} />
      ) : (
        <TokenForm
          typed={typed}
          onChange={setTyped}
          verb={t('create')}
          change={create}
          onSubmit={submit}
          onCancel={close}
        />
      )}
    </Dialog>
  )
}
