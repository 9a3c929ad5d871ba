import type { CustInst } from '@polylogue/contract'
import { CUSTINST_SCOPES } from '@polylogue/contract/browser'
import { useFormDraft } from '#lib/form-draft.ts'
import { useNotices } from '#lib/notices.ts'
import { useTranslation } from '#lib/texts.ts'
import { Dialog } from '#ui/dialog.tsx'
import { useUserId } from '#features/session/index.ts'
import { useCreateCustInst, type CustInstValues } from './api.ts'
import { CustInstForm } from './form.tsx'

const EMPTY: CustInstValues = { name: '', description: '', content: '', scope: CUSTINST_SCOPES.who }

interface NewCustInstDialogProps {
  opened: boolean
  onCreated?: (custInst: CustInst) => void
  onClose: () => void
}

/** Creates a custom instruction. Its text survives a reload; it can be shared and chosen for tabs afterwards. */
export function NewCustInstDialog({ opened, onCreated, onClose }: NewCustInstDialogProps) {
  const { t } = useTranslation('custinsts')
  const notices = useNotices()
  const create = useCreateCustInst()
  const [values, setValues, clearDraft] = useFormDraft(`${useUserId()}.new-custinst`, EMPTY)
  const close = () => {
    clearDraft()
    create.reset()
    onClose()
  }
  const submit = () =>
    create.mutate(values, {
      onSuccess: (custInst) => {
        notices.show({ kind: 'done', title: t('created', { name: custInst.name }) })
        close()
        onCreated?.(custInst)
      },
    })
  const typed = [values.name, values.content, values.description].some((text) => text.trim() !== '')
  return (
    <Dialog opened={opened} title={t('add')} lead={t('newLead')} width={760} dirty={typed} onClose={close}>
      <CustInstForm
        values={values}
        onChange={setValues}
        verb={t('add')}
        change={create}
        on={{ submit, cancel: close }}
      />
    </Dialog>
  )
}
