import type { Project } from '@polylogue/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../ui/dialog.tsx'
import { useUpdateProject, type ProjectValues } from './api.ts'
import { ProjectForm } from './project-form.tsx'

/** Changes a project's name, description, type and model. */
export function EditProjectDialog({
  project,
  opened,
  onClose,
}: {
  project: Project
  opened: boolean
  onClose: () => void
}) {
  const { t } = useTranslation('projects')
  const stored = valuesOf(project)
  const [typed, setTyped] = useState<ProjectValues | null>(null)
  const update = useUpdateProject(project)
  const values = typed ?? stored
  const close = () => {
    setTyped(null)
    update.reset()
    onClose()
  }
  const dirty = typed !== null && JSON.stringify(typed) !== JSON.stringify(stored)
  return (
    <Dialog
      opened={opened}
      title={t('editTitle')}
      lead={t('editLead')}
      width={760}
      dirty={dirty}
      onClose={close}
    >
      <ProjectForm
        values={values}
        onChange={setTyped}
        verb={t('save')}
        busy={update.isPending}
        error={update.error}
        onSubmit={() => update.mutate(values, { onSuccess: close })}
        onCancel={close}
      />
    </Dialog>
  )
}

const valuesOf = ({
  name,
  description,
  type,
  defaultModelId,
  defaultModelTagId,
}: Project): ProjectValues => ({
  name,
  description,
  type,
  defaultModelId,
  defaultModelTagId,
})
