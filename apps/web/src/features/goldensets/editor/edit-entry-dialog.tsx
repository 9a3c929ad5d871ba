import type { GoldenSet } from '@polylogue/contract'
import { useNotices } from '../../../lib/notices.ts'
import { useTranslation } from '../../../lib/texts.ts'
import { EditConflict, EditDialog, useEdit } from '../../items/index.ts'
import { useStoredSet, useUpdateSet } from '../api.ts'
import { EntryForm } from './entry-form.tsx'
import { useCheckWords } from './use-check-words.ts'
import { EMPTY_ENTRY, placeIn, replaced, sentOf, valuesOf, type EntryValues } from './values.ts'

interface EditEntryDialogProps {
  set: GoldenSet
  /** Index of the prompt. */
  at: number
  opened: boolean
  onClose: () => void
}

/** Edits a prompt of a golden set. Keeps the input when saving fails. */
export function EditEntryDialog({ set, at, opened, onClose }: EditEntryDialogProps) {
  const { t } = useTranslation('goldensets')
  const notices = useNotices()
  const checkWords = useCheckWords()
  const update = useUpdateSet()
  const promptIn = (of: GoldenSet) => {
    const place = placeIn(of.prompts, set.prompts, at)
    return place === undefined ? undefined : of.prompts[place]
  }
  const entryOf = (of: GoldenSet): EntryValues => {
    const prompt = promptIn(of)
    return prompt ? valuesOf(prompt) : EMPTY_ENTRY
  }
  const edit = useEdit<GoldenSet, EntryValues, Parameters<typeof update.mutate>[0]>({
    thing: set,
    id: set.id,
    valuesOf: entryOf,
    update,
    sent: (values, over) => ({
      id: over.id,
      ifModified: over.modified,
      prompts: replaced(over.prompts, placeIn(over.prompts, set.prompts, at), sentOf(values)),
    }),
    stored: useStoredSet(),
    onSaved: () => notices.show({ kind: 'done', title: t('prompts.updated') }),
    onClose,
  })
  const compare = (stored: GoldenSet, values: EntryValues) => {
    const theirs = entryOf(stored)
    const checks = (promptIn(stored)?.checks ?? []).map(checkWords).join(', ')
    return [
      { label: t('prompts.name'), value: theirs.title, same: theirs.title === values.title },
      { label: t('prompts.text'), value: theirs.prompt, same: theirs.prompt === values.prompt },
      {
        label: t('checks.title'),
        value: checks,
        same: JSON.stringify(theirs.checks) === JSON.stringify(values.checks),
      },
    ]
  }
  return (
    <EditDialog opened={opened} title={t('prompts.edit')} width={1024} height={680} edit={edit}>
      <EntryForm
        values={edit.values}
        onChange={edit.setValues}
        at={at}
        verb={t('save')}
        change={{ isPending: edit.busy, error: edit.theirs ? null : update.error }}
        on={{ submit: () => edit.save(), cancel: edit.close }}
      >
        <EditConflict edit={edit} compare={compare} />
      </EntryForm>
    </EditDialog>
  )
}
