import { CONTEXT_TYPES } from '@polylogue/contract/browser'
import { Suspense, useState } from 'react'
import { useNavigate } from 'react-router'
import { useTranslation } from '#lib/texts.ts'
import { Dialog } from '#ui/dialog.tsx'
import { firstChoice, useModels } from '#features/models/index.ts'
import { useViewer } from '#features/session/index.ts'
import { useStoredSettings } from '#features/settings/index.ts'
import { ContextPicker, entriesOf, UNSHARED, type Shares } from '#features/sharing/index.ts'
import { CHAT_TYPE, OVERVIEW_TAB, PROJECT_TYPE, useCreateProject, type ProjectValues } from '../api.ts'
import { ProjectForm } from './project-form.tsx'

/** Creates a project, or a chat, and opens it. Mounted once in the shell, because every page can open it. */
export function NewProjectDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation('projects')
  const navigate = useNavigate()
  const create = useCreateProject()
  const empty = useEmpty()
  const [typedValues, setValues] = useState<ProjectValues | null>(null)
  const [sharing, setSharing] = useState(UNSHARED)
  const values = typedValues ?? empty
  const chat = values.type === CHAT_TYPE
  const close = () => {
    setValues(null)
    setSharing(UNSHARED)
    create.reset()
    onClose()
  }
  const submit = () =>
    create.mutate(chat ? values : { ...values, assocContexts: entriesOf(sharing.holders) }, {
      onSuccess: (project) => {
        setValues(null)
        setSharing(UNSHARED)
        void navigate(`/projects/${project.id}${chat ? '' : `?tab=${OVERVIEW_TAB}`}`)
      },
    })
  const typed = values.name.trim() !== '' || values.description.trim() !== '' || sharing.holders.length > 0
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
        verb={chat ? t('createChat') : t('create')}
        busy={create.isPending}
        error={create.error}
        onSubmit={submit}
        onCancel={close}
      >
        {!chat && <SharedFrom value={sharing} onChange={setSharing} />}
      </ProjectForm>
    </Dialog>
  )
}

/** Selects the shares of a new project; its creator is the owner. */
function SharedFrom({ value, onChange }: { value: Shares; onChange: (value: Shares) => void }) {
  const { data: viewer } = useViewer()
  const owner = viewer && {
    id: viewer.context.id,
    displayName: `${viewer.firstName} ${viewer.lastName}`.trim(),
    description: '',
    contextTypeId: CONTEXT_TYPES.user,
    asksApproval: false,
    numMembers: 0,
    user: { id: viewer.id, username: viewer.username, picture: viewer.picture },
  }
  return (
    <Suspense fallback={null}>
      <ContextPicker owner={owner} value={value} onChange={onChange} />
    </Suspense>
  )
}

/** Returns the initial values, with the model of the startup options (setting 31) or the first model of the installation. */
function useEmpty(): ProjectValues {
  const { data: models = [] } = useModels()
  const { data: stored } = useStoredSettings()
  const model = firstChoice(models, Number(stored?.defaultStartupModelId))
  return {
    name: '',
    description: '',
    type: PROJECT_TYPE,
    defaultModelId: model.modelId,
    defaultModelTagId: model.modelTagId,
  }
}
