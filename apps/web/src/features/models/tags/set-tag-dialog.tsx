import type { ModelTag, TagSettings } from '@polylogue/contract'
import { useState } from 'react'
import { useErrorMessage } from '#lib/problem.ts'
import { useTranslation } from '#lib/texts.ts'
import { Dialog, DialogBody, DialogForm, FormFoot } from '#ui/dialog.tsx'
import { TextField } from '#ui/field.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { Problem } from '#ui/states.tsx'
import { useSetTag } from '../management-api.ts'

type ChoiceOfAbility = 'told' | 'yes' | 'no'

const LEAST = 256
const MAX = 100_000_000

/** Parses a number of tokens, with or without thousands separators; null for an empty field. */
export function readContext(typed: string): number | null | 'wrong' {
  const digits = typed.replaceAll(/[\s.,’'_]/gu, '')
  if (digits === '') return null
  const tokens = /^\d+$/.test(digits) ? Number(digits) : Number.NaN
  return tokens >= LEAST && tokens <= MAX ? tokens : 'wrong'
}

interface SetTagDialogProps {
  opened: boolean
  tag: ModelTag | undefined
  onClose: () => void
}

const CHOICES = ['told', 'yes', 'no'] as const
const choiceOf = (set: boolean | null | undefined): ChoiceOfAbility =>
  set === null || set === undefined ? 'told' : set ? 'yes' : 'no'
const valueOf = (choice: ChoiceOfAbility): boolean | null => (choice === 'told' ? null : choice === 'yes')

interface Typed {
  context: string
  images: ChoiceOfAbility
  tools: ChoiceOfAbility
}

const typedOf = (tag: ModelTag | undefined): Typed => ({
  context: String(tag?.set.contextLength ?? ''),
  images: choiceOf(tag?.set.images),
  tools: choiceOf(tag?.set.tools),
})

/** Sets the capabilities of a tag when its model server does not report them, or reports them wrongly. */
export function SetTagDialog({ opened, tag, onClose }: SetTagDialogProps) {
  const { t } = useTranslation('model-management')
  const errorMessage = useErrorMessage()
  const change = useSetTag()
  const [typed, setTyped] = useState<Typed>()
  const [tried, setTried] = useState(false)
  const stored = typedOf(tag)
  const shown = typed ?? stored
  const tokens = readContext(shown.context)
  const close = () => {
    setTyped(undefined)
    setTried(false)
    change.reset()
    onClose()
  }
  const save = () => {
    setTried(true)
    if (!tag || tokens === 'wrong' || change.isPending) return
    const { images, tools } = shown
    const set: TagSettings = { contextLength: tokens, images: valueOf(images), tools: valueOf(tools) }
    change.mutate({ modelId: tag.modelId, modelTagId: tag.id, set }, { onSuccess: close })
  }
  return (
    <Dialog
      opened={opened}
      title={t('set.title', { name: tag?.fullName ?? '' })}
      lead={t('set.lead')}
      width={480}
      dirty={JSON.stringify(shown) !== JSON.stringify(stored)}
      onClose={close}
    >
      <DialogForm onSubmit={save}>
        <DialogBody>
          <Fields
            typed={shown}
            wrong={tried && tokens === 'wrong'}
            onChange={(some) => setTyped({ ...shown, ...some })}
          />
          {change.isError && <Problem>{errorMessage(change.error).sentence}</Problem>}
        </DialogBody>
        <FormFoot verb={t('set.save')} busy={change.isPending} onCancel={close} />
      </DialogForm>
    </Dialog>
  )
}

interface FieldsProps {
  typed: Typed
  wrong: boolean
  onChange: (some: Partial<Typed>) => void
}

function Fields({ typed, wrong, onChange }: FieldsProps) {
  const { t } = useTranslation('model-management')
  const options = CHOICES.map((value) => ({ value, label: t(`set.${value}`) }))
  return (
    <>
      <TextField
        label={t('set.context')}
        hint={t('set.contextHint')}
        error={wrong ? t('set.wrong') : undefined}
        inputMode="numeric"
        data-autofocus
        value={typed.context}
        onChange={(event) => onChange({ context: event.target.value })}
      />
      {(['images', 'tools'] as const).map((ability) => (
        <SelectField
          key={ability}
          label={t(`set.${ability}`)}
          value={typed[ability]}
          options={options}
          onChange={(value) => onChange({ [ability]: value as ChoiceOfAbility })}
        />
      ))}
    </>
  )
}
