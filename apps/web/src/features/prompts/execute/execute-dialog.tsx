import type { Project, SavedPrompt, Tab } from '@polylogue/contract'
import { cutText } from '@polylogue/contract/browser'
import { useState } from 'react'
import { canWrite } from '../../../lib/can.ts'
import { useTranslation } from '../../../lib/texts.ts'
import { DialogBody, DialogForm, FormFoot } from '../../../ui/dialog.tsx'
import { TextField } from '../../../ui/field.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Problem } from '../../../ui/states.tsx'
import { useUsableCustInsts } from '../../custinsts/index.ts'
import {
  families,
  findModel,
  ModelFields,
  NO_TAG,
  tagOf,
  useModels,
  type ModelChoice,
} from '../../models/index.ts'
import { useShownProject } from '../../projects/index.ts'
import css from './execute.module.css'
import { FillDialog } from './fill-dialog.tsx'
import { openOf, type Open } from './open.ts'
import { PlaceFields } from './place-fields.tsx'
import { Preview } from './preview.tsx'
import { useExecute } from './use-execute.ts'
import { useFill, type Fill } from './use-fill.ts'

interface ExecuteDialogProps {
  prompt: SavedPrompt
  opened: boolean
  onClose: () => void
}

/** Fills in a prompt and asks it in a new tab (chat specification, sections 2 and 5). */
export function ExecuteDialog({ prompt, opened, onClose }: ExecuteDialogProps) {
  const { t } = useTranslation('prompts')
  const fill = useFill(prompt)
  const words = { title: t('executeTitle', { name: prompt.title }), lead: t('executeLead') }
  return (
    <FillDialog opened={opened} {...words} fill={fill} onClose={onClose}>
      {(close) => <ExecuteForm prompt={prompt} fill={fill} onClose={close} />}
    </FillDialog>
  )
}

interface ExecuteFormProps extends Omit<ExecuteDialogProps, 'opened'> {
  fill: Fill
}

function ExecuteForm({ prompt, fill, onClose }: ExecuteFormProps) {
  const { t } = useTranslation(['prompts', 'ui'])
  const project = useShownProject()
  const { data: models = [] } = useModels()
  const offered = families(models)
  const [choice, choose] = useChoice(prompt, project)
  const [tabName, setTabName] = useState(cutText(prompt.title, 200))
  const { run, isPending, problem } = useExecute(project, prompt)
  const instructions = useUsableCustInsts(prompt)
  const writable = project !== undefined && canWrite(project)
  const open: Open | undefined = openOf({
    place: project === undefined ? 'nowhere' : writable ? 'writable' : 'readable',
    tabName,
    ...choice,
    unresolved: fill.unresolved.length,
  })
  const submit = () => {
    if (open === undefined && instructions && !isPending)
      void run({ fill, choice, instructions, tabName: tabName.trim() })
  }
  return (
    <DialogForm onSubmit={submit}>
      <DialogBody>
        <PlaceFields fill={fill} />
        <Preview prompt={prompt.prompt} fill={fill} />
        <Missing prompt={prompt} instructions={instructions} />
        <ModelFields models={offered} choice={choice} tagOf={() => NO_TAG} onChange={choose} />
        <TextField
          label={t('tabName')}
          hint={t('ui:required', { max: 200 })}
          maxLength={200}
          {...(fill.asked.length === 0 ? { 'data-autofocus': true } : {})}
          value={tabName}
          onChange={(event) => setTabName(event.target.value)}
        />
        {problem && <Problem>{problem}</Problem>}
      </DialogBody>
      <FormFoot
        verb={t('execute')}
        icon="player-play"
        disabled={open !== undefined || !instructions}
        busy={isPending}
        hint={open && t(`open.${open}`)}
        onCancel={onClose}
      />
    </DialogForm>
  )
}

interface MissingProps {
  prompt: SavedPrompt
  instructions: Pick<Tab, 'custInstWhoId' | 'custInstRespondId'> | undefined
}

/** Says that the saved model is gone, and that a saved instruction is left out. */
function Missing({ prompt, instructions = prompt }: MissingProps) {
  const { t } = useTranslation('prompts')
  const { data: models = [] } = useModels()
  const { model, custInstWhoId, custInstRespondId } = prompt
  const isGone = model.id !== 0 && models.length > 0 && !findModel(families(models), model.id)
  const isLeftOut =
    instructions.custInstWhoId !== custInstWhoId || instructions.custInstRespondId !== custInstRespondId
  return (
    <>
      {isLeftOut && (
        <p className={css.leftOut} role="note">
          <Icon name="info-circle" />
          {t('lostInstruction')}
        </p>
      )}
      {isGone && <Problem>{t('lostModel', { name: model.name })}</Problem>}
    </>
  )
}

/** Begins with the saved model, or that of the project; a lost one has to be replaced by the user. */
function useChoice(prompt: SavedPrompt, project: Project | undefined) {
  const { data: models = [] } = useModels()
  const [chosen, choose] = useState<ModelChoice>()
  const wanted = prompt.model.id === 0 ? (project?.defaultModelId ?? 0) : prompt.model.id
  const model = findModel(families(models), wanted)
  const isOwn = prompt.model.id === 0 && project?.defaultModelId === model?.id
  const own = model?.tags.find(({ id, deployed }) => deployed && isOwn && id === project?.defaultModelTagId)
  return [chosen ?? { modelId: model?.id ?? 0, modelTagId: own?.id ?? tagOf(model) }, choose] as const
}
