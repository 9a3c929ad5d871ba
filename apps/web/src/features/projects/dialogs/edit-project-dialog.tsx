import type { Project } from '@polylogue/contract'
import { canAdminister } from '#lib/can.ts'
import { useDialogs } from '#lib/dialogs.ts'
import { useNotices } from '#lib/notices.ts'
import { useTranslation } from '#lib/texts.ts'
import { EditConflict, EditDialog, useEdit } from '#features/items/index.ts'
import { choiceOf, nameOfChoice, useModels } from '#features/models/index.ts'
import { SHARING, sharesOf, SharingLine } from '#features/sharing/index.ts'
import { CHAT_TYPE, inWordsOf, useStoredProject, useUpdateProject, type ProjectValues } from '../api.ts'
import { ProjectForm } from './project-form.tsx'
import { useSharingWord } from '../use-sharing-word.ts'

/** Edits name, description, type and model of a project. */
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
  const update = useUpdateProject(project)
  const notices = useNotices()
  const edit = useEdit({
    thing: project,
    id: project.id,
    valuesOf,
    update,
    sent: (sent, over) => ({ ...sent, ifModified: over.modified }),
    stored: useStoredProject(),
    onSaved: (saved) => notices.show({ kind: 'done', title: t('updated', inWordsOf(saved)) }),
    onClose,
  })
  const compare = useComparison()
  const dialogs = useDialogs()
  const wordOf = useSharingWord()
  const administers = canAdminister(project)
  const sharing = administers && wordOf(project) !== undefined
  return (
    <EditDialog opened={opened} title={t('editTitle', inWordsOf(project))} lead={t('editLead')} edit={edit}>
      <ProjectForm
        values={edit.values}
        onChange={edit.setValues}
        verb={t('save', inWordsOf(edit.values))}
        busy={edit.busy}
        error={edit.error}
        onSubmit={() => edit.save()}
        onCancel={edit.close}
        kind={!administers ? 'hidden' : sharesOf(project) > 0 ? 'kept' : 'free'}
      >
        {sharing && (
          <SharingLine count={sharesOf(project)} locked={edit.dirty} onChange={() => dialogs.show(SHARING)} />
        )}
        <EditConflict edit={edit} compare={compare} />
      </ProjectForm>
    </EditDialog>
  )
}

/** Compares a stored project with the form. */
function useComparison() {
  const { t } = useTranslation('projects')
  const { data: models } = useModels()
  return (stored: Project, values: ProjectValues) => {
    const theirs = valuesOf(stored)
    return [
      { label: t('name'), value: theirs.name, same: theirs.name === values.name },
      {
        label: t('description'),
        value: theirs.description,
        same: theirs.description === values.description,
      },
      {
        label: t('kind'),
        value: theirs.type === CHAT_TYPE ? t('chat') : t('project'),
        same: (theirs.type === CHAT_TYPE) === (values.type === CHAT_TYPE),
      },
      {
        label: t('model'),
        value: nameOfChoice(models, choiceOf(stored)),
        same: theirs.defaultModelTagId === values.defaultModelTagId,
      },
    ]
  }
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
