import type { GoldenSet, GoldenSetEntry } from '@polylogue/contract'
import { useLastItem } from '../../items/index.ts'
import { useDialogsOf } from '../../../lib/dialogs.ts'
import { useTranslation } from '../../../lib/texts.ts'
import { DeleteDialog } from '../../../ui/delete-dialog.tsx'
import { useRemoveSet } from '../api.ts'
import { GOLDENSET, GOLDENSET_DIALOGS } from '../dialog-names.ts'
import { RunDialog } from '../run/index.ts'
import { EditSetDialog } from './edit-dialog.tsx'
import { NewSetDialog } from './new-dialog.tsx'
import { SetSharingDialog } from './sharing-dialog.tsx'

interface SetDialogsProps {
  /** The sets that the page shows. */
  sets: readonly (GoldenSetEntry | GoldenSet)[]
  /** Called when a set was deleted or left. */
  onGone?: () => void
}

/** The dialog that the address names. Ignores a set that the page does not show. */
export function SetDialogs({ sets, onGone }: SetDialogsProps) {
  const { t } = useTranslation('goldensets')
  const remove = useRemoveSet()
  const { open, id, close } = useDialogsOf(GOLDENSET)
  const named = sets.find((set) => set.id === id)
  const set = useLastItem(named)
  const shows = (name: string) => named !== undefined && open === name
  const onLeft = onGone ?? close
  return (
    <>
      <NewSetDialog opened={open === GOLDENSET_DIALOGS.create} onClose={close} />
      {set && (
        <>
          <EditSetDialog
            key={`edit-${set.id}`}
            set={set}
            // Stays open when the set leaves the shown page: the user may be typing.
            opened={set.id === id && open === GOLDENSET_DIALOGS.edit}
            onClose={close}
          />
          <RunDialog key={`run-${set.id}`} set={set} opened={shows(GOLDENSET_DIALOGS.run)} onClose={close} />
          <SetSharingDialog
            set={set}
            opened={shows(GOLDENSET_DIALOGS.share)}
            onClose={close}
            onLeft={onLeft}
          />
        </>
      )}
      <DeleteDialog
        opened={shows(GOLDENSET_DIALOGS.remove)}
        id={set?.id}
        remove={remove}
        words={{
          title: t('delete'),
          question: t('deleteQuestion', { name: set?.name ?? '' }),
          verb: t('delete'),
          deleted: t('deleted', { name: set?.name ?? '' }),
          failed: (sentence) => t('deleteFailed', { sentence }),
        }}
        onClose={close}
        onDeleted={onGone}
      />
    </>
  )
}
