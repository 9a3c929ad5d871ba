import type { Tab } from '@polylogue/contract'
import { cutText } from '@polylogue/contract/browser'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { withoutIsolates } from '#lib/isolated.ts'
import { useErrorMessage } from '#lib/problem.ts'
import { useTranslation } from '#lib/texts.ts'
import { Checkbox } from '#ui/checkbox.tsx'
import { Dialog, DialogBody, DialogForm, FormFoot } from '#ui/dialog.tsx'
import { TextField } from '#ui/field.tsx'
import { Problem } from '#ui/states.tsx'
import { useCopyTab } from './api.ts'

/** Duplicates a tab next to it, with or without its messages, and opens the copy. */
export function CopyTabDialog({ tab, opened, onClose }: { tab: Tab; opened: boolean; onClose: () => void }) {
  const { t } = useTranslation('tabs')
  const errorMessage = useErrorMessage()
  const [, setParams] = useSearchParams()
  const copy = useCopyTab(tab.projectId)
  const [typed, setTyped] = useState<string | null>(null)
  const [withMessages, setWithMessages] = useState(true)
  const [left, setLeft] = useState(false)
  const name = typed ?? cutText(withoutIsolates(t('copyName', { name: tab.name })), 200)
  const close = () => {
    setTyped(null)
    setLeft(false)
    copy.reset()
    onClose()
  }
  const submit = () => {
    setLeft(true)
    if (name.trim() === '' || copy.isPending) return
    copy.mutate(
      { tab, name: name.trim(), withMessages },
      { onSuccess: (made) => setParams({ tab: String(made.id) }) },
    )
  }
  return (
    <Dialog
      opened={opened}
      title={t('copyTitle')}
      lead={t('copyLead', { name: tab.name })}
      width={480}
      onClose={close}
    >
      <DialogForm onSubmit={submit}>
        <DialogBody>
          <TextField
            label={t('name')}
            needed
            error={left && name.trim() === '' ? t('nameMissing') : undefined}
            maxLength={200}
            data-autofocus
            value={name}
            onChange={(event) => setTyped(event.target.value)}
          />
          <Checkbox
            label={t('withMessages')}
            checked={withMessages}
            onChange={(event) => setWithMessages(event.target.checked)}
          />
          {copy.error && <Problem>{errorMessage(copy.error).sentence}</Problem>}
        </DialogBody>
        <Foot busy={copy.isPending} onCancel={close} />
      </DialogForm>
    </Dialog>
  )
}

function Foot({ busy, onCancel }: { busy: boolean; onCancel: () => void }) {
  const { t } = useTranslation('tabs')
  return <FormFoot verb={t('duplicate')} busy={busy} onCancel={onCancel} />
}
