import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { Dialog } from '../../ui/dialog.tsx'
import { GUIDE } from '../models/index.ts'
import { CHAT_TYPE, useCreateProject, type ProjectValues } from './api.ts'
import { ProjectForm } from './project-form.tsx'

const empty: ProjectValues = {
  name: '',
  description: '',
  type: CHAT_TYPE,
  defaultModelId: GUIDE.modelId,
  defaultModelTagId: GUIDE.modelTagId,
}

/** Creates a chat or project and opens it. Stands once, in the shell: it can be reached from every page. */
export function NewProjectDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation('projects')
  const navigate = useNavigate()
  const create = useCreateProject()
  const [values, setValues] = useState(empty)
  const close = () => {
    setValues(empty)
    create.reset()
    onClose()
  }
  const submit = () =>
    create.mutate(values, {
      onSuccess: (project) => {
        setValues(empty)
        void navigate(`/projects/${project.id}`)
      },
    })
  const typed = values.name.trim() !== '' || values.description.trim() !== ''
  return (
    <Dialog
      opened={opened}
      title={t('newTitle')}
      lead={t('newLead')}
      width={760}
      dirty={typed}
      onClose={close}
    >
      <ProjectForm
        values={values}
        onChange={setValues}
        verb={values.type === CHAT_TYPE ? t('createChat') : t('create')}
        busy={create.isPending}
        error={create.error}
        onSubmit={submit}
        onCancel={close}
      />
    </Dialog>
  )
}
