import { DATASOURCE_LIMITS } from '@polylogue/contract/browser'
import { useState } from 'react'
import { useErrorMessage } from '#lib/problem.ts'
import { useTranslation } from '#lib/texts.ts'
import { Conflict } from '#ui/conflict.tsx'
import { Dialog, DialogBody, DialogForm, FormFoot } from '#ui/dialog.tsx'
import { TextArea } from '#ui/field.tsx'
import { Problem } from '#ui/states.tsx'
import { useSetPassage, type PassageRef } from './api.ts'

interface NoteDialogProps {
  passage: PassageRef
  name: string
  note: string
  onClose: () => void
}

/** Edits the note of a passage. Mounted while it is open; keeps the input when saving fails. */
export function NoteDialog({ passage, name, note, onClose }: NoteDialogProps) {
  const { t } = useTranslation('workbench')
  const errorMessage = useErrorMessage()
  const [{ base, typed }, setEdit] = useState({ base: note, typed: note })
  const take = () => setEdit({ base: note, typed: note })
  // Nothing is typed yet: the field follows the changes of others.
  if (note !== base && typed === base) take()
  const { mutate, error, isPending } = useSetPassage(passage)
  const submit = () => mutate({ note: typed }, { onSuccess: onClose })
  return (
    <Dialog opened title={t('passage.noteOf', { name })} dirty={typed !== base} onClose={onClose}>
      <DialogForm onSubmit={submit}>
        <DialogBody>
          {error && <Problem>{t('passage.noteFailed', { sentence: errorMessage(error).sentence })}</Problem>}
          <TextArea
            label={t('passage.words')}
            hint={t('passage.wordsHint')}
            maxLength={DATASOURCE_LIMITS.note}
            dir="auto"
            data-autofocus
            value={typed}
            onChange={(event) => setEdit({ base, typed: event.target.value })}
          />
          {note !== base && note !== typed && (
            <Conflict
              changes={[{ label: t('passage.words'), value: note }]}
              busy={isPending}
              onKeep={submit}
              onTake={take}
            />
          )}
        </DialogBody>
        <FormFoot verb={t('passage.save')} busy={isPending} onCancel={onClose} />
      </DialogForm>
    </Dialog>
  )
}
