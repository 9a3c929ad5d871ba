import type { Tab } from '@polylogue/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { issuesOf, useTell } from '../../lib/problem.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogBody, DialogFoot, DialogForm } from '../../ui/dialog.tsx'
import { Field, TextArea, TextField } from '../../ui/field.tsx'
import { Problem } from '../../ui/states.tsx'
import { ModelPicker } from '../models/index.ts'
import { useUpdateTab, type TabValues } from './api.ts'

/** Changes a tab's name, description and model. What was typed stays when saving fails. */
export function EditTabDialog({ tab, opened, onClose }: { tab: Tab; opened: boolean; onClose: () => void }) {
  const { t } = useTranslation(['tabs', 'ui'])
  const [typed, setTyped] = useState<Partial<TabValues>>({})
  const [left, setLeft] = useState(false)
  const update = useUpdateTab(tab.projectId)
  const { name, description, defaultModelId, defaultModelTagId } = tab
  const values = { name, description, defaultModelId, defaultModelTagId, ...typed }
  const named = values.name.trim() !== ''
  const close = () => {
    setTyped({})
    setLeft(false)
    update.reset()
    onClose()
  }
  const submit = () => {
    setLeft(true)
    if (named && !update.isPending) update.mutate({ tab, values }, { onSuccess: close })
  }
  const dirty = values.name !== name || values.description !== description
  return (
    <Dialog
      opened={opened}
      title={t('editTitle')}
      lead={t('editLead')}
      width={760}
      dirty={dirty}
      onClose={close}
    >
      <DialogForm onSubmit={submit}>
        <Fields
          values={values}
          error={update.error}
          nameError={left && !named ? t('nameMissing') : undefined}
          onChange={(change) => setTyped({ ...typed, ...change })}
        />
        <DialogFoot>
          <Button size="large" onClick={close}>
            {t('ui:cancel')}
          </Button>
          <Button size="large" kind="fill" type="submit" busy={update.isPending}>
            {t('save')}
          </Button>
        </DialogFoot>
      </DialogForm>
    </Dialog>
  )
}

interface FieldsProps {
  values: TabValues
  error: Error | null
  nameError: string | undefined
  onChange: (change: Partial<TabValues>) => void
}

function Fields({ values, error, nameError, onChange }: FieldsProps) {
  const { t } = useTranslation(['tabs', 'ui'])
  const tell = useTell()
  const issues = issuesOf(error)
  return (
    <DialogBody>
      <TextField
        label={t('name')}
        hint={t('ui:required', { max: 200 })}
        error={nameError ?? issues['name']}
        maxLength={200}
        data-autofocus
        value={values.name}
        onChange={(event) => onChange({ name: event.target.value })}
      />
      <TextArea
        label={t('description')}
        maxLength={5000}
        error={issues['description']}
        value={values.description}
        onChange={(event) => onChange({ description: event.target.value })}
      />
      <Field label={t('model')}>
        {({ id }) => (
          <ModelPicker
            kind="field"
            id={id}
            value={{ modelId: values.defaultModelId, modelTagId: values.defaultModelTagId }}
            onChange={({ modelId, modelTagId }) =>
              onChange({ defaultModelId: modelId, defaultModelTagId: modelTagId })
            }
          />
        )}
      </Field>
      {error && Object.keys(issues).length === 0 && <Problem>{tell(error).sentence}</Problem>}
    </DialogBody>
  )
}
