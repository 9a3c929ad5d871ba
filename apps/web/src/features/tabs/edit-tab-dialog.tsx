import type { Tab } from '@polylogue/contract'
import { useState } from 'react'
import { useNotices } from '#lib/notices.ts'
import { useTranslation } from '#lib/texts.ts'
import { EditConflict, EditDialog, useEdit } from '#features/items/index.ts'
import { DialogForm, FormFoot } from '#ui/dialog.tsx'
import { choiceOf, nameOfChoice, useModels } from '#features/models/index.ts'
import { useStoredTab, useUpdateTab, type TabValues } from './api.ts'
import { TabFields } from './tab-fields.tsx'

/** Edits name, description and model of a tab. Keeps the input when saving fails. */
export function EditTabDialog({ tab, opened, onClose }: { tab: Tab; opened: boolean; onClose: () => void }) {
  const { t } = useTranslation(['tabs', 'ui'])
  const [left, setLeft] = useState(false)
  const update = useUpdateTab(tab.projectId)
  const notices = useNotices()
  const edit = useEdit({
    thing: tab,
    id: tab.id,
    valuesOf,
    update,
    sent: (sent, over) => ({ tab: over, values: sent }),
    stored: useStoredTab(),
    onSaved: () => notices.show({ kind: 'done', title: t('updated') }),
    onClose: () => {
      setLeft(false)
      onClose()
    },
  })
  const compare = useComparison()
  const { values, busy, close } = edit
  const named = values.name.trim() !== ''
  const save = (over?: Tab) => {
    setLeft(true)
    if (named) edit.save(over)
  }
  return (
    <EditDialog opened={opened} title={t('editTitle')} lead={t('editLead')} edit={edit}>
      <DialogForm onSubmit={() => save()}>
        <TabFields
          values={values}
          error={edit.error}
          nameError={left && !named ? t('nameMissing') : undefined}
          onChange={(change) => edit.setValues({ ...values, ...change })}
        >
          <EditConflict edit={edit} compare={compare} onKeep={save} />
        </TabFields>
        <FormFoot verb={t('save')} busy={busy} onCancel={close} />
      </DialogForm>
    </EditDialog>
  )
}

/** Compares a stored tab with the form. */
function useComparison() {
  const { t } = useTranslation('tabs')
  const { data: models } = useModels()
  return (stored: Tab, values: TabValues) => {
    const theirs = valuesOf(stored)
    return [
      { label: t('name'), value: theirs.name, same: theirs.name === values.name },
      {
        label: t('description'),
        value: theirs.description,
        same: theirs.description === values.description,
      },
      {
        label: t('model'),
        value: nameOfChoice(models, choiceOf(stored)),
        same: theirs.defaultModelTagId === values.defaultModelTagId,
      },
    ]
  }
}

const valuesOf = ({ name, description, defaultModelId, defaultModelTagId }: Tab): TabValues => ({
  name,
  description,
  defaultModelId,
  defaultModelTagId,
})
