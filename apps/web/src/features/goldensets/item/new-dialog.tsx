import { useNavigate } from 'react-router'
import { useFormDraft } from '#lib/form-draft.ts'
import { useTranslation } from '#lib/texts.ts'
import { Dialog } from '#ui/dialog.tsx'
import { useUserId } from '#features/session/index.ts'
import { useCreateSet, type NamedValues } from '../api.ts'
import { NamedForm } from './named-form.tsx'

const EMPTY: NamedValues = { name: '', description: '' }

/** Creates a golden set and opens it. Its text survives a reload. */
export function NewSetDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation('goldensets')
  const navigate = useNavigate()
  const create = useCreateSet()
  const [values, setValues, clearDraft] = useFormDraft(`${useUserId()}.new-goldenset`, EMPTY)
  const clear = () => {
    clearDraft()
    create.reset()
  }
  const close = () => {
    clear()
    onClose()
  }
  const submit = () =>
    create.mutate(values, {
      onSuccess: ({ id }) => {
        clear()
        void navigate(`/goldensets/${id}`)
      },
    })
  const typed = values.name.trim() !== '' || values.description.trim() !== ''
  return (
    <Dialog opened={opened} title={t('add')} lead={t('newLead')} dirty={typed} onClose={close}>
      <NamedForm
        values={values}
        onChange={setValues}
        verb={t('create')}
        change={create}
        on={{ submit, cancel: close }}
      />
    </Dialog>
  )
}
