import type { GoldenSet, GoldenSetEntry } from '@polylogue/contract'
import { useNotices } from '#lib/notices.ts'
import { useTranslation } from '#lib/texts.ts'
import { EditConflict, EditDialog, useEdit } from '#features/items/index.ts'
import { useStoredSet, useUpdateSet, type NamedValues } from '../api.ts'
import { NamedForm } from './named-form.tsx'

interface EditSetDialogProps {
  set: GoldenSetEntry | GoldenSet
  opened: boolean
  onClose: () => void
}

/** Edits name and description of a golden set. Keeps the input when saving fails. */
export function EditSetDialog({ set, opened, onClose }: EditSetDialogProps) {
  const { t } = useTranslation('goldensets')
  const notices = useNotices()
  const update = useUpdateSet()
  const edit = useEdit<GoldenSetEntry, NamedValues, Parameters<typeof update.mutate>[0]>({
    thing: set,
    id: set.id,
    valuesOf: ({ name, description }) => ({ name, description }),
    update,
    sent: (values, over) => ({ ...values, id: over.id, ifModified: over.modified }),
    stored: useStoredSet(),
    onSaved: () => notices.show({ kind: 'done', title: t('updated') }),
    onClose,
  })
  const compare = (stored: GoldenSetEntry, values: NamedValues) =>
    (['name', 'description'] as const).map((field) => ({
      label: t(field),
      value: stored[field],
      same: stored[field] === values[field],
    }))
  return (
    <EditDialog opened={opened} title={t('edit')} edit={edit} width={640}>
      <NamedForm
        values={edit.values}
        onChange={edit.setValues}
        verb={t('save')}
        change={{ isPending: edit.busy, error: edit.error }}
        on={{ submit: () => edit.save(), cancel: edit.close }}
      >
        <EditConflict edit={edit} compare={compare} />
      </NamedForm>
    </EditDialog>
  )
}
