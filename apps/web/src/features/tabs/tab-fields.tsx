import type { ReactNode } from 'react'
import { issuesOf, useErrorMessage } from '#lib/problem.ts'
import { useTranslation } from '#lib/texts.ts'
import { DialogBody } from '#ui/dialog.tsx'
import { NameAndDescription } from '#ui/name-and-description.tsx'
import { Problem } from '#ui/states.tsx'
import { DefaultModelField } from '#features/models/index.ts'
import type { TabValues } from './api.ts'

interface TabFieldsProps {
  values: TabValues
  error: Error | null
  nameError: string | undefined
  onChange: (change: Partial<TabValues>) => void
  /** Shown after the fields. */
  children?: ReactNode
}

/** Form fields of a tab. */
export function TabFields({ values, error, nameError, onChange, children }: TabFieldsProps) {
  const { t } = useTranslation('tabs')
  const errorMessage = useErrorMessage()
  const issues = issuesOf(error)
  return (
    <DialogBody>
      <NameAndDescription
        values={values}
        labels={{ name: t('name'), description: t('description') }}
        errors={{ ...issues, ...(nameError ? { name: nameError } : {}) }}
        onChange={onChange}
      />
      <DefaultModelField value={values} error={issues['defaultModelTagId']} onChange={onChange} />
      {error && Object.keys(issues).length === 0 && <Problem>{errorMessage(error).sentence}</Problem>}
      {children}
    </DialogBody>
  )
}
