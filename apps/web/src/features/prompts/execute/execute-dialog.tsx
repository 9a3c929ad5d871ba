import type { SavedPrompt, Tab } from '@polylogue/contract'
import { cutText } from '@polylogue/contract/browser'
import { useState } from 'react'
import { useTranslation } from '#lib/texts.ts'
import { DialogBody, DialogForm, FormFoot } from '#ui/dialog.tsx'
import { TextField } from '#ui/field.tsx'
import { Icon } from '#ui/icon.tsx'
import { Problem } from '#ui/states.tsx'
import { useUsableCustInsts } from '#features/custinsts/index.ts'
import {
  families,
  findModel,
  ModelFields,
  NO_TAG,
  useModels,
  type ModelChoice,
} from '#features/models/index.ts'
import { inWordsOf, PlaceField } from '#features/projects/index.ts'
import css from './execute.module.css'
import { FillDialog } from './fill-dialog.tsx'
import { openOf } from './open.ts'
import { PlaceFields, Preview } from './place-fields.tsx'
import { startingChoice } from './starting-choice.ts'
import { useExecute } from './use-execute.ts'
import { useFill, type Fill } from './use-fill.ts'
import { usePlace, type Place } from './use-place.ts'

interface ExecuteDialogProps {
  prompt: SavedPrompt
  opened: boolean
  onClose: () => void
}

/** Fills in a prompt and asks it in a new tab of the project, or in a new chat (PROMPT-7). */
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
  const { t } = useTranslation('prompts')
  const { data: models = [] } = useModels()
  const place = usePlace()
  const [chosen, choose] = useState<ModelChoice>()
  const choice = chosen ?? startingChoice(models, prompt.model.id, place.model)
  const [tabName, setTabName] = useState(cutText(prompt.title, 200))
  const { run, isPending, problem } = useExecute(place, prompt)
  const instructions = useUsableCustInsts(prompt)
  const isNewChat = place.chosen?.kind === 'chat'
  const open = openOf({
    place: isNewChat ? 'chat' : place.project ? 'project' : 'nowhere',
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
        <Where place={place} />
        <ModelFields models={families(models)} choice={choice} tagOf={() => NO_TAG} onChange={choose} />
        {!isNewChat && <TabName value={tabName} isFirst={fill.asked.length === 0} onChange={setTabName} />}
        {problem && <Problem>{problem}</Problem>}
      </DialogBody>
      <FormFoot
        verb={t(isNewChat ? 'executeInChat' : 'execute')}
        icon="player-play"
        disabled={open !== undefined || !instructions}
        busy={isPending}
        hint={open && t(`open.${open}`)}
        onCancel={onClose}
      />
    </DialogForm>
  )
}

/** Outside of a project that the user can write in: chooses where the prompt is asked. */
function Where({ place: { chosen, choose, readOnly } }: { place: Place }) {
  const { t } = useTranslation('prompts')
  if (!chosen) return null
  return (
    <>
      {readOnly && (
        <p className={css.leftOut} role="note">
          <Icon name="info-circle" />
          {t('readOnlyProject', inWordsOf(readOnly))}
        </p>
      )}
      <PlaceField
        texts={{ chat: t('placeChat'), project: t('placeProject') }}
        value={chosen}
        onChange={choose}
      />
    </>
  )
}

interface TabNameProps {
  value: string
  /** No placeholder takes the focus. */
  isFirst: boolean
  onChange: (value: string) => void
}

function TabName({ value, isFirst, onChange }: TabNameProps) {
  const { t } = useTranslation('prompts')
  return (
    <TextField
      label={t('tabName')}
      needed
      maxLength={200}
      {...(isFirst ? { 'data-autofocus': true } : {})}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
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
