import type { Project } from '@polylogue/contract'
import { canAdminister } from '../../lib/can.ts'
import { useDialogs } from '../../lib/dialogs.ts'
import { useNotices } from '../../lib/notices.ts'
import { useTranslation } from '../../lib/texts.ts'
import { useEdit } from '../../lib/use-edit.ts'
import { Conflict } from '../../ui/conflict.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { choiceOf, nameOfChoice, useModels } from '../models/index.ts'
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
  const update = useUpdateProject(project)
  const notices = useNotices()
  const { values, dirty, busy, theirs, setValues, close, save, take } = useEdit({
    thing: project,
    id: project.id,
    valuesOf,
    update,
    sent: (sent, over) => ({ ...sent, ifModified: over.modified }),
    stored: useStoredProject(),
    onSaved: () => notices.show({ kind: 'done', title: t('updated') }),
    onClose,
  })
  const dialogs = useDialogs()
  const wordOf = useSharingWord()
  const administers = canAdminister(project)
  const sharing = administers && wordOf(project) !== undefined
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
        onChange={setValues}
        verb={t('save')}
        busy={busy}
        error={theirs ? null : update.error}
        onSubmit={() => save()}
        onCancel={close}
        kind={!administers ? 'hidden' : sharesOf(project) > 0 ? 'kept' : 'free'}
      >
        {sharing && (
          <SharingLine count={sharesOf(project)} locked={dirty} onChange={() => dialogs.show(SHARING)} />
        )}
        {theirs && <Changed stored={theirs} values={values} busy={busy} onKeep={save} onTake={take} />}
      </ProjectForm>
    </Dialog>
  )
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
      value: nameOfChoice(models, choiceOf(stored)),
      same: theirs.defaultModelTagId === values.defaultModelTagId,
    },
  ].filter(({ same }) => !same)
  return (
    <Conflict changes={changes} busy={busy} onKeep={() => onKeep(stored)} onTake={() => onTake(stored)} />
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
