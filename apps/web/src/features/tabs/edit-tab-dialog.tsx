import type { Tab } from '@polylogue/contract'
import { useState } from 'react'
import { useNotices } from '../../lib/notices.ts'
import { useTranslation } from '../../lib/texts.ts'
import { useEdit } from '../../lib/use-edit.ts'
import { Conflict } from '../../ui/conflict.tsx'
import { Dialog, DialogForm, FormFoot } from '../../ui/dialog.tsx'
import { choiceOf, nameOfChoice, useModels } from '../models/index.ts'
import { useStoredTab, useUpdateTab, type TabValues } from './api.ts'
import { TabFields } from './tab-fields.tsx'

/** Changes a tab's name, description and model. What was typed stays when saving fails. */
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
  const { values, theirs, busy, close } = edit
  const named = values.name.trim() !== ''
  const save = (over?: Tab) => {
    setLeft(true)
    if (named) edit.save(over)
  }
  return (
    <Dialog
      opened={opened}
      title={t('editTitle')}
      lead={t('editLead')}
      width={760}
      dirty={edit.dirty}
      onClose={close}
    >
      <DialogForm onSubmit={() => save()}>
        <TabFields
          values={values}
          error={theirs ? null : update.error}
          nameError={left && !named ? t('nameMissing') : undefined}
          onChange={(change) => edit.setValues({ ...values, ...change })}
        >
          {theirs && <Changed stored={theirs} values={values} busy={busy} onKeep={save} onTake={edit.take} />}
        </TabFields>
        <FormFoot verb={t('save')} busy={busy} onCancel={close} />
      </DialogForm>
    </Dialog>
  )
}

interface ChangedProps {
  stored: Tab
  values: TabValues
  busy: boolean
  onKeep: (over: Tab) => void
  onTake: (theirs: Tab) => void
}

/** What somebody else has stored meanwhile. */
function Changed({ stored, values, busy, onKeep, onTake }: ChangedProps) {
  const { t } = useTranslation('tabs')
  const { data: models } = useModels()
  const theirs = valuesOf(stored)
  const changes = [
    { label: t('name'), value: theirs.name, same: theirs.name === values.name },
    { label: t('description'), value: theirs.description, same: theirs.description === values.description },
    {
      label: t('model'),
      value: nameOfChoice(models, choiceOf(stored)),
      same: theirs.defaultModelTagId === values.defaultModelTagId,
    },
  ].filter(({ same }) => !same)
  return (
    <Conflict changes={changes} busy={busy} onKeep={() => onKeep(stored)} onTake={() => onTake(stored)} />
  )
}

const valuesOf = ({ name, description, defaultModelId, defaultModelTagId }: Tab): TabValues => ({
  name,
  description,
  defaultModelId,
  defaultModelTagId,
})
