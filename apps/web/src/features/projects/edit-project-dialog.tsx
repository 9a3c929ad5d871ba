import type { Model, Project } from '@polylogue/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiProblem } from '../../lib/api.ts'
import { Conflict } from '../../ui/conflict.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { choiceOf, findModel, findTag, useModels } from '../models/index.ts'
import { CHAT_TYPE, useStoredProject, useUpdateProject, type ProjectValues } from './api.ts'
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
  const { typed, values, update, stored, setTyped, close, save, take } = useEdit(project, onClose)
  const kept = valuesOf(project)
  const dirty = typed !== null && JSON.stringify(typed) !== JSON.stringify(kept)
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
        error={stored.data ? null : update.error}
        onSubmit={() => save(project.modified)}
        onCancel={close}
      >
        {stored.data && (
          <Changed
            stored={stored.data}
            values={values}
            busy={update.isPending}
            onKeep={(theirs) => save(theirs.modified)}
            onTake={take}
          />
        )}
      </ProjectForm>
    </Dialog>
  )
}

/** What is typed, saving it, and what to do when somebody else has saved in between. */
function useEdit(project: Project, onClose: () => void) {
  const [typed, setTyped] = useState<ProjectValues | null>(null)
  const update = useUpdateProject(project)
  const stored = useStoredProject()
  const values = typed ?? valuesOf(project)
  const close = () => {
    setTyped(null)
    update.reset()
    stored.reset()
    onClose()
  }
  const save = (ifModified: string) => {
    stored.reset()
    // As it stands in the form: the project may be read again meanwhile.
    setTyped(values)
    const onError = (error: Error) => isConflict(error) && stored.mutate(project.id)
    update.mutate({ ...values, ifModified }, { onSuccess: close, onError })
  }
  const take = (theirs: Project) => {
    setTyped(valuesOf(theirs))
    update.reset()
    stored.reset()
  }
  return { typed, values, update, stored, setTyped, close, save, take }
}

interface ChangedProps {
  stored: Project
  values: ProjectValues
  busy: boolean
  onKeep: (theirs: Project) => void
  onTake: (theirs: Project) => void
}

/** What somebody else has stored meanwhile. */
function Changed({ stored, values, busy, onKeep, onTake }: ChangedProps) {
  const { t } = useTranslation('projects')
  const { data: models } = useModels()
  const theirs = valuesOf(stored)
  const kind = (theirs.type === CHAT_TYPE) === (values.type === CHAT_TYPE)
  const changes = [
    { label: t('name'), value: theirs.name, same: theirs.name === values.name },
    { label: t('description'), value: theirs.description, same: theirs.description === values.description },
    { label: t('kind'), value: theirs.type === CHAT_TYPE ? t('chat') : t('project'), same: kind },
    {
      label: t('model'),
      value: modelName(models, stored),
      same: theirs.defaultModelTagId === values.defaultModelTagId,
    },
  ].filter(({ same }) => !same)
  return (
    <Conflict changes={changes} busy={busy} onKeep={() => onKeep(stored)} onTake={() => onTake(stored)} />
  )
}

function modelName(models: readonly Model[] | undefined, project: Project): string {
  const choice = choiceOf(project)
  return [findModel(models, choice.modelId)?.name, findTag(models, choice)?.name].filter(Boolean).join(' ')
}

const isConflict = (error: Error): boolean => error instanceof ApiProblem && error.code === 'CONFLICT'

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
