import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { issuesOf, useTell } from '../../lib/problem.ts'
import { DialogBody } from '../../ui/dialog.tsx'
import { Field, TextArea, TextField } from '../../ui/field.tsx'
import { Problem } from '../../ui/states.tsx'
import { ModelPicker } from '../models/index.ts'
import type { TabValues } from './api.ts'

interface TabFieldsProps {
  values: TabValues
  error: Error | null
  nameError: string | undefined
  onChange: (change: Partial<TabValues>) => void
  /** What else is to be said at the end. */
  children?: ReactNode
}

/** What people choose of a tab. */
export function TabFields({ values, error, nameError, onChange, children }: TabFieldsProps) {
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
      {children}
    </DialogBody>
  )
}
