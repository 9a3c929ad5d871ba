import type { Model, Project } from '@polylogue/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiProblem } from '../../lib/api.ts'
import { canAdminister } from '../../lib/can.ts'
import { useDialogs } from '../../lib/dialogs.ts'
import { Conflict } from '../../ui/conflict.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { choiceOf, findModel, findTag, useModels } from '../models/index.ts'
import { SHARING, SharingLine } from '../sharing/index.ts'
import { CHAT_TYPE, useStoredProject, useUpdateProject, type ProjectValues } from './api.ts'
import { ProjectForm } from './project-form.tsx'
import { sharesOf, useSharingWord } from './shared.ts'

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
  const { typed, values, base, update, stored, setTyped, close, save, take } = useEdit(project, onClose)
  const dialogs = useDialogs()
  const wordOf = useSharingWord()
  const administers = canAdminister(project)
  const sharing = administers && wordOf(project) !== undefined
  const kept = valuesOf(base)
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
        onSubmit={() => save(base.modified)}
        onCancel={close}
        kind={!administers ? 'hidden' : sharesOf(project) > 0 ? 'kept' : 'free'}
      >
        {sharing && (
          <SharingLine count={sharesOf(project)} locked={dirty} onChange={() => dialogs.show(SHARING)} />
        )}
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
  const [typed, type] = useState<ProjectValues | null>(null)
  // As it was when one began to type: what comes in meanwhile is a change of somebody else.
  const [begun, setBegun] = useState<Project | null>(null)
  const update = useUpdateProject(project)
  const stored = useStoredProject()
  const base = begun ?? project
  const values = typed ?? valuesOf(base)
  const setTyped = (next: ProjectValues) => {
    setBegun(base)
    type(next)
  }
  const close = () => {
    type(null)
    setBegun(null)
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
    setBegun(theirs)
    type(valuesOf(theirs))
    update.reset()
    stored.reset()
  }
  return { typed, values, base, update, stored, setTyped, close, save, take }
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
