import type { ApiToken } from '@polylogue/contract'
import { useState } from 'react'
import { useNotices } from '#lib/notices.ts'
import { useTranslation } from '#lib/texts.ts'
import { Dialog } from '#ui/dialog.tsx'
import { useUpdateToken, type Scope } from './api.ts'
import { chosenOf } from './expiry.ts'
import { TokenForm, type TypedToken } from './token-form.tsx'

interface EditTokenDialogProps {
  scope: Scope
  token: ApiToken | null
  opened: boolean
  onClose: () => void
}

/** Edits name and expiry of a token; its value stays. */
export function EditTokenDialog({ scope, token, opened, onClose }: EditTokenDialogProps) {
  const { t } = useTranslation('tokens')
  const notices = useNotices()
  const update = useUpdateToken(scope)
  const [typed, setTyped] = useState<TypedToken | null>(null)
  const kept = valuesOf(token)
  const values = typed ?? kept
  const isKept = values.choice === kept.choice && values.day === kept.day
  const close = () => {
    setTyped(null)
    update.reset()
    onClose()
  }
  const submit = (expires: string | null | undefined) => {
    if (!token) return
    const texts = { name: values.name.trim(), description: values.description.trim() }
    update.mutate(
      { id: token.id, ...texts, expires },
      {
        onSuccess: () => {
          notices.show({ kind: 'done', title: t('saved', { name: texts.name }) })
          close()
        },
      },
    )
  }
  return (
    <Dialog
      opened={opened}
      title={t('editTitle')}
      lead={t('editLead')}
      width={560}
      dirty={JSON.stringify(values) !== JSON.stringify(kept)}
      onClose={close}
    >
      <TokenForm
        typed={values}
        onChange={setTyped}
        verb={t('save')}
        change={update}
        isKept={isKept}
        onSubmit={submit}
        onCancel={close}
      />
    </Dialog>
  )
}

const valuesOf = (token: ApiToken | null): TypedToken => ({
  name: token?.name ?? '',
  description: token?.description ?? '',
  ...chosenOf(token?.expires ?? null),
})
