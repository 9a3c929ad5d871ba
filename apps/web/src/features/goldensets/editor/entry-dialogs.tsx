import type { GoldenSet } from '@polylogue/contract'
import { useState } from 'react'
import { useDialogsOf } from '../../../lib/dialogs.ts'
import { useDraft } from '../../../lib/drafts.ts'
import { useErrorMessage } from '../../../lib/problem.ts'
import { useTranslation } from '../../../lib/texts.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { PickPromptDialog, type PickedPrompt } from '../../prompts/index.ts'
import { useUserId } from '../../session/index.ts'
import { useUpdateSet } from '../api.ts'
import { ENTRY, ENTRY_DIALOGS } from '../dialog-names.ts'
import { EditEntryDialog } from './edit-entry-dialog.tsx'
import { NewEntryDialog } from './new-entry-dialog.tsx'
import { EMPTY_ENTRY } from './values.ts'

/** The dialogs about the prompts of a set, by their names in the address. */
export function EntryDialogs({ set }: { set: GoldenSet }) {
  const { open, id: entry, show, close } = useDialogsOf(ENTRY)
  const [draft, setDraft] = useDraft(`${useUserId()}.new-golden-prompt.${set.id}`)
  const at = entry === null || entry > set.prompts.length ? undefined : entry - 1
  // Keeps the last prompt while its dialog closes.
  const [last, setLast] = useState(at)
  if (at !== undefined && at !== last) setLast(at)
  const shown = at ?? last
  const take = ({ promptId, title, text }: PickedPrompt) => {
    setDraft(JSON.stringify({ ...EMPTY_ENTRY, promptId, title, prompt: text }))
    show(ENTRY_DIALOGS.create, 0)
  }
  return (
    <>
      <PickPromptDialog opened={open === ENTRY_DIALOGS.pick} onPick={take} onClose={close} />
      <NewEntryDialog
        set={set}
        draft={draft}
        onDraft={setDraft}
        opened={open === ENTRY_DIALOGS.create}
        onClose={close}
      />
      {shown !== undefined && set.prompts[shown] && (
        <>
          <EditEntryDialog
            key={`edit-${shown}`}
            set={set}
            at={shown}
            opened={at !== undefined && open === ENTRY_DIALOGS.edit}
            onClose={close}
          />
          <DeleteEntryDialog
            set={set}
            at={shown}
            opened={at !== undefined && open === ENTRY_DIALOGS.remove}
            onClose={close}
          />
        </>
      )}
    </>
  )
}

interface DeleteEntryDialogProps {
  set: GoldenSet
  at: number
  opened: boolean
  onClose: () => void
}

/** Asks for confirmation, then removes the prompt from the set. */
function DeleteEntryDialog({ set, at, opened, onClose }: DeleteEntryDialogProps) {
  const { t } = useTranslation('goldensets')
  const errorMessage = useErrorMessage()
  const update = useUpdateSet()
  const close = () => {
    update.reset()
    onClose()
  }
  const remove = () =>
    update.mutate(
      { id: set.id, ifModified: set.modified, prompts: set.prompts.filter((_, index) => index !== at) },
      { onSuccess: close },
    )
  return (
    <ConfirmDialog
      opened={opened}
      title={t('prompts.delete')}
      question={t('prompts.deleteQuestion', { name: set.prompts[at]?.title ?? '' })}
      verb={t('prompts.delete')}
      busy={update.isPending}
      failure={update.error ? errorMessage(update.error).sentence : undefined}
      onConfirm={remove}
      onClose={close}
    />
  )
}
