import { useState } from 'react'
import { useErrorMessage } from '#lib/problem.ts'
import { useTranslation } from '#lib/texts.ts'
import { DialogBody, DialogForm, FormFoot } from '#ui/dialog.tsx'
import { Problem } from '#ui/states.tsx'
import { FillDialog } from './fill-dialog.tsx'
import { PlaceFields, Preview } from './place-fields.tsx'
import { ClipboardRefused, useFill, type Fill, type Fillable } from './use-fill.ts'

interface InsertDialogProps {
  prompt: Fillable
  opened: boolean
  /** Texts for another place than the message field. */
  words?: { title: string; lead: string; verb: string }
  onInsert: (text: string) => void
  onClose: () => void
}

/** Fills in a prompt, for the message field by default. */
export function InsertDialog({ prompt, opened, words, onInsert, onClose }: InsertDialogProps) {
  const { t } = useTranslation('prompts')
  const fill = useFill(prompt)
  const {
    title = t('insertTitle', { name: prompt.title }),
    lead = t('insertLead'),
    verb = t('insert'),
  } = words ?? {}
  return (
    <FillDialog opened={opened} title={title} lead={lead} fill={fill} onClose={onClose}>
      {(close) => <InsertForm prompt={prompt} fill={fill} verb={verb} onInsert={onInsert} onClose={close} />}
    </FillDialog>
  )
}

interface InsertFormProps extends Omit<InsertDialogProps, 'opened' | 'words'> {
  fill: Fill
  verb: string
}

function InsertForm({ prompt, fill, verb, onInsert, onClose }: InsertFormProps) {
  const { t } = useTranslation('prompts')
  const errorMessage = useErrorMessage()
  const [problem, setProblem] = useState<string>()
  const isOpen = fill.unresolved.length > 0
  const insert = async () => {
    if (isOpen) return
    try {
      const text = await fill.finish()
      fill.discard()
      onInsert(text)
    } catch (error) {
      setProblem(error instanceof ClipboardRefused ? t('clipboardRefused') : errorMessage(error).sentence)
    }
  }
  return (
    <DialogForm onSubmit={() => void insert()}>
      <DialogBody>
        <PlaceFields fill={fill} />
        <Preview prompt={prompt.prompt} fill={fill} />
        {problem && <Problem>{problem}</Problem>}
      </DialogBody>
      <FormFoot
        verb={verb}
        disabled={isOpen}
        hint={isOpen ? t('open.places') : undefined}
        onCancel={onClose}
      />
    </DialogForm>
  )
}
