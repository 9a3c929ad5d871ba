import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useApi } from '#lib/api.ts'
import { useTranslation } from '#lib/texts.ts'
import { SelectField } from '#ui/select-field.tsx'
import { ProjectPicker, type PickedProject } from '#features/projects/index.ts'
import { tabsQuery } from '#features/tabs/index.ts'

export interface PickedTab {
  id: number
  name: string
}

interface TabFieldProps {
  value: PickedTab | undefined
  error: string | undefined
  onChange: (tab: PickedTab | undefined) => void
}

/** Selects a chat or project, then one of its tabs. */
export function TabField({ value, error, onChange }: TabFieldProps) {
  const { t } = useTranslation('chatbots')
  const api = useApi()
  const [project, setProject] = useState<PickedProject | null>(null)
  const { data: tabs } = useQuery({ ...tabsQuery(api, project?.id ?? 0), enabled: project !== null })
  const choose = (id: number) => {
    const tab = tabs?.find((one) => one.id === id)
    onChange(tab && { id, name: tab.name })
  }
  const [only] = tabs ?? []
  // A chat has one tab: nothing is left to choose.
  if (only && tabs?.length === 1 && value?.id !== only.id) onChange({ id: only.id, name: only.name })
  return (
    <>
      <ProjectPicker
        label={t('fromProject')}
        value={project}
        onChange={(next) => {
          setProject(next)
          onChange(undefined)
        }}
      />
      {project && tabs && tabs.length > 1 && (
        <SelectField
          label={t('fromTab')}
          value={String(value?.id ?? 0)}
          placeholder={t('chooseTab')}
          options={tabs.map(({ id, name }) => ({ value: String(id), label: name }))}
          error={error}
          onChange={(id) => choose(Number(id))}
        />
      )}
      {error && !project && <p role="alert">{error}</p>}
    </>
  )
}
