import type { GoldenPrompt, GoldenSet } from '@polylogue/contract'
import { useState } from 'react'
import { useNotices } from '#lib/notices.ts'
import { useTranslation } from '#lib/texts.ts'
import { EditConflict, EditDialog, useEdit } from '#features/items/index.ts'
import { useStoredSet, useUpdateSet } from '../api.ts'
import { EntryForm } from './entry-form.tsx'
import { useCheckWords } from './use-check-words.ts'
import { placeIn, replaced, sentOf, valuesOf, type EntryValues, type OpenedPrompt } from './values.ts'

interface EditEntryDialogProps {
  set: GoldenSet
  entry: OpenedPrompt
  opened: boolean
  onClose: () => void
}

/** Edits a prompt of a golden set. Keeps the input when saving fails, and when somebody else deletes the prompt. */
export function EditEntryDialog({ set, entry, opened, onClose }: EditEntryDialogProps) {
  const { t } = useTranslation('goldensets')
  const notices = useNotices()
  const compare = useCompare(entry)
  const update = useUpdateSet()
  const edit = useEdit<GoldenSet, EntryValues, Parameters<typeof update.mutate>[0]>({
    thing: set,
    id: set.id,
    valuesOf: (of) => valuesOf(promptIn(of, entry)),
    update,
    sent: (values, over) => ({
      id: over.id,
      ifModified: over.modified,
      prompts: replaced(over.prompts, placeIn(over.prompts, entry), sentOf(values)),
    }),
    stored: useStoredSet(),
    onSaved: () => notices.show({ kind: 'done', title: t('prompts.updated') }),
    onClose,
  })
  // The version that the last save was based on.
  const [sentOver, setSentOver] = useState(set)
  const save = (over: GoldenSet) => {
    setSentOver(over)
    edit.save(over)
  }
  const newest = edit.busy ? sentOver : (edit.theirs ?? set)
  const isGone = opened && placeIn(newest.prompts, entry) === undefined
  return (
    <EditDialog opened={opened} title={t('prompts.edit')} width={1024} height={680} edit={edit}>
      <EntryForm
        values={edit.values}
        onChange={edit.setValues}
        at={placeIn(sentOver.prompts, entry) ?? sentOver.prompts.length}
        verb={isGone ? t('prompts.add') : t('save')}
        change={{
          isPending: edit.busy,
          error: edit.error,
          warning: isGone ? t('prompts.gone') : undefined,
        }}
        on={{ submit: () => save(isGone ? newest : edit.base), cancel: edit.close }}
      >
        {!isGone && <EditConflict edit={edit} compare={compare} onKeep={save} />}
      </EntryForm>
    </EditDialog>
  )
}

/** Returns the opened prompt as the set has it, or as it was if the set has it no more. */
function promptIn({ prompts }: GoldenSet, entry: OpenedPrompt): GoldenPrompt {
  const place = placeIn(prompts, entry)
  return (place === undefined ? undefined : prompts[place]) ?? entry.prompt
}

/** Returns a function that compares the stored prompt with the form. */
function useCompare(entry: OpenedPrompt) {
  const { t } = useTranslation('goldensets')
  const checkWords = useCheckWords()
  return (stored: GoldenSet, values: EntryValues) => {
    const prompt = promptIn(stored, entry)
    const theirs = valuesOf(prompt)
    return [
      { label: t('prompts.name'), value: theirs.title, same: theirs.title === values.title },
      { label: t('prompts.text'), value: theirs.prompt, same: theirs.prompt === values.prompt },
      {
        label: t('checks.title'),
        value: prompt.checks.map(checkWords).join(', '),
        same: JSON.stringify(theirs.checks) === JSON.stringify(values.checks),
      },
    ]
  }
}
