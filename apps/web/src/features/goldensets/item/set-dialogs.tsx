import type { GoldenSet, GoldenSetEntry } from '@polylogue/contract'
import { useTranslation } from '#lib/texts.ts'
import { DeleteItem, useDialogItem, useItemDialogs } from '#features/items/index.ts'
import { ItemSharing } from '#features/sharing/index.ts'
import { useRemoveSet, useStoredSet, useUpdateSet } from '../api.ts'
import { goldenSetKeys } from '../keys.ts'
import { RunDialog } from '../run/run-dialog.tsx'
import { EditSetDialog } from './edit-dialog.tsx'
import { NewSetDialog } from './new-dialog.tsx'

interface SetDialogsProps {
  /** The sets that the page shows. */
  sets: readonly (GoldenSetEntry | GoldenSet)[]
  /** Called when a set was deleted or left. */
  onGone?: () => void
}

/** The dialog that the address names. Ignores a set that the page does not show. */
export function SetDialogs({ sets, onGone }: SetDialogsProps) {
  const { t } = useTranslation('goldensets')
  const { id } = useItemDialogs('goldensets')
  const named = sets.find((set) => set.id === id)
  const { item: set, isOpen, isAbout, isKept, close } = useDialogItem('goldensets', named)
  const remove = useRemoveSet()
  const { mutateAsync: update } = useUpdateSet()
  const { mutateAsync: stored } = useStoredSet()
  return (
    <>
      <NewSetDialog opened={isOpen('create')} onClose={close} />
      {set && (
        <>
          <EditSetDialog key={`edit-${set.id}`} set={set} opened={isKept('edit')} onClose={close} />
          <RunDialog key={`run-${set.id}`} set={set} opened={isAbout('run')} onClose={close} />
          <ItemSharing
            noun="goldensets"
            item={set}
            opened={isAbout('share')}
            update={update}
            stored={stored}
            lists={goldenSetKeys.lists}
            onLeft={onGone ?? close}
            onClose={close}
          />
        </>
      )}
      <DeleteItem
        noun="goldensets"
        item={set}
        question={t('deleteQuestion', { name: set?.name ?? '' })}
        opened={isAbout('remove')}
        remove={remove}
        onClose={close}
        onDeleted={onGone}
      />
    </>
  )
}
