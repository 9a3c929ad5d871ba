import type { GoldenSet } from '@polylogue/contract'
import { useDialogsOf } from '#lib/dialogs.ts'
import { useDraft } from '#lib/drafts.ts'
import { useNotices } from '#lib/notices.ts'
import { useErrorMessage } from '#lib/problem.ts'
import { useTranslation } from '#lib/texts.ts'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { useInstalled } from '#features/plugins/index.ts'
import { PickPromptDialog, type PickedPrompt } from '#features/prompts/index.ts'
import { useUserId } from '#features/session/index.ts'
import { useUpdateSet } from '../api.ts'
import { ENTRY, ENTRY_DIALOGS, useOpenedPrompt } from './use-opened-prompt.ts'
import { EditEntryDialog } from './edit-entry-dialog.tsx'
import { NewEntryDialog } from './new-entry-dialog.tsx'
import { EMPTY_ENTRY, placeIn, unchangedIn, type OpenedPrompt } from './values.ts'

/** The dialogs about the prompts of a set, by their names in the address. */
export function EntryDialogs({ set }: { set: GoldenSet }) {
  const { open, show, close } = useDialogsOf(ENTRY)
  const [draft, setDraft] = useDraft(`${useUserId()}.new-golden-prompt.${set.id}`)
  const { entry, opening, shows } = useOpenedPrompt(set)
  const hasRepository = useInstalled('prompt-repository')
  const take = ({ promptId, title, text }: PickedPrompt) => {
    setDraft(JSON.stringify({ ...EMPTY_ENTRY, promptId, title, prompt: text }))
    show(ENTRY_DIALOGS.create, 0)
  }
  return (
    <>
      <PickPromptDialog opened={open === ENTRY_DIALOGS.pick && hasRepository} onPick={take} onClose={close} />
      <NewEntryDialog
        set={set}
        draft={draft}
        onDraft={setDraft}
        opened={open === ENTRY_DIALOGS.create}
        onClose={close}
      />
      {entry && (
        <>
          <EditEntryDialog
            key={`edit-${opening}`}
            set={set}
            entry={entry}
            opened={shows(ENTRY_DIALOGS.edit)}
            onClose={close}
          />
          <DeleteEntryDialog
            key={`delete-${opening}`}
            set={set}
            entry={entry}
            opened={shows(ENTRY_DIALOGS.remove)}
            onClose={close}
          />
        </>
      )}
    </>
  )
}

interface DeleteEntryDialogProps {
  set: GoldenSet
  entry: OpenedPrompt
  opened: boolean
  onClose: () => void
}

/** Asks for confirmation, then removes the prompt from the set; not if somebody else changed it. */
function DeleteEntryDialog({ set, entry, opened, onClose }: DeleteEntryDialogProps) {
  const { t } = useTranslation('goldensets')
  const notices = useNotices()
  const errorMessage = useErrorMessage()
  const update = useUpdateSet()
  const name = entry.prompt.title
  const close = () => {
    update.reset()
    onClose()
  }
  const remove = () => {
    const at = unchangedIn(set.prompts, entry)
    if (at !== undefined)
      return update.mutate(
        { id: set.id, ifModified: set.modified, prompts: set.prompts.filter((_, index) => index !== at) },
        { onSuccess: close },
      )
    close()
    notices.show(
      placeIn(set.prompts, entry) === undefined
        ? { kind: 'info', title: t('prompts.deletedBefore', { name }) }
        : { kind: 'warning', title: t('prompts.notDeleted', { name }), text: t('prompts.notDeletedText') },
    )
  }
  return (
    <ConfirmDialog
      opened={opened}
      title={t('prompts.delete')}
      question={t('prompts.deleteQuestion', { name })}
      verb={t('prompts.delete')}
      busy={update.isPending}
      failure={update.error ? errorMessage(update.error).sentence : undefined}
      onConfirm={remove}
      onClose={close}
    />
  )
}
