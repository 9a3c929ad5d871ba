import type { SavedPrompt } from '@polylogue/contract'
import { useState } from 'react'
import { useErrorMessage } from '../../../lib/problem.ts'
import { useTranslation } from '../../../lib/texts.ts'
import { Dialog, DialogBody, DialogForm, FormFoot } from '../../../ui/dialog.tsx'
import { Problem } from '../../../ui/states.tsx'
import { PlaceFields } from './place-fields.tsx'
import { Preview } from './preview.tsx'
import { ClipboardRefused, useFill } from './use-fill.ts'

interface InsertDialogProps {
  prompt: SavedPrompt
  opened: boolean
  onInsert: (text: string) => void
  onClose: () => void
}

/** Fills in a prompt for the message field. */
export function InsertDialog({ prompt, opened, onInsert, onClose }: InsertDialogProps) {
  const { t } = useTranslation('prompts')
  const [dirty, setDirty] = useState(false)
  // Closing discards what was typed.
  if (!opened && dirty) setDirty(false)
  return (
    <Dialog
      opened={opened}
      title={t('insertTitle', { name: prompt.title })}
      lead={t('insertLead')}
      width={800}
      dirty={dirty}
      onClose={onClose}
    >
      <InsertForm prompt={prompt} onTyped={() => setDirty(true)} onInsert={onInsert} onClose={onClose} />
    </Dialog>
  )
}

interface InsertFormProps extends Omit<InsertDialogProps, 'opened'> {
  /** Called when the user has filled in something. */
  onTyped: () => void
}

function InsertForm({ prompt, onTyped, onInsert, onClose }: InsertFormProps) {
  const { t } = useTranslation('prompts')
  const errorMessage = useErrorMessage()
  const fill = useFill(prompt, onTyped)
  const [problem, setProblem] = useState<string>()
  const isOpen = fill.unresolved.length > 0
  const insert = async () => {
    if (isOpen) return
    try {
      onInsert(await fill.finish())
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
        verb={t('insert')}
        disabled={isOpen}
        hint={isOpen ? t('open.places') : undefined}
        onCancel={onClose}
      />
    </DialogForm>
  )
}
