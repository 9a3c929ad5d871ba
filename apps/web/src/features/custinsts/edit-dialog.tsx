import type { CustInst } from '@polylogue/contract'
import { CUSTINST_SCOPES } from '@polylogue/contract/browser'
import { useNotices } from '#lib/notices.ts'
import { useTranslation } from '#lib/texts.ts'
import { EditConflict, EditDialog, useEdit } from '#features/items/index.ts'
import { useStoredCustInst, useUpdateCustInst, type CustInstValues } from './api.ts'
import { CustInstForm } from './form.tsx'

interface EditCustInstDialogProps {
  custInst: CustInst
  opened: boolean
  onClose: () => void
}

/** Edits a custom instruction. Keeps the input when saving fails. */
export function EditCustInstDialog({ custInst, opened, onClose }: EditCustInstDialogProps) {
  const { t } = useTranslation('custinsts')
  const notices = useNotices()
  const update = useUpdateCustInst()
  const edit = useEdit({
    thing: custInst,
    id: custInst.id,
    valuesOf,
    update,
    sent: (values, over) => ({ ...values, id: over.id, ifModified: over.modified }),
    stored: useStoredCustInst(),
    onSaved: () => notices.show({ kind: 'done', title: t('updated') }),
    onClose,
  })
  const compare = (stored: CustInst, values: CustInstValues) =>
    (['name', 'content', 'description', 'scope'] as const).map((field) => ({
      label: t(field),
      value: field === 'scope' ? t(stored.scope === CUSTINST_SCOPES.who ? 'who' : 'respond') : stored[field],
      same: stored[field] === values[field],
    }))
  return (
    <EditDialog opened={opened} title={t('edit')} lead={t('editLead')} edit={edit}>
      <CustInstForm
        values={edit.values}
        onChange={edit.setValues}
        verb={t('save')}
        change={{ isPending: edit.busy, error: edit.error }}
        on={{ submit: () => edit.save(), cancel: edit.close }}
      >
        <EditConflict edit={edit} compare={compare} />
      </CustInstForm>
    </EditDialog>
  )
}

const valuesOf = ({ name, description, content, scope }: CustInst): CustInstValues => ({
  name,
  description,
  content,
  scope,
})
