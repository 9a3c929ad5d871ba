import type { GoldenSetEntry } from '@polylogue/contract'
import { ItemSharing } from '../../sharing/index.ts'
import { useStoredSet, useUpdateSet } from '../api.ts'
import { goldenSetKeys } from '../keys.ts'

interface SetSharingDialogProps {
  set: GoldenSetEntry
  opened: boolean
  onClose: () => void
  onLeft: () => void
}

/** Shows and edits the shares of a golden set, or leaves it. */
export const SetSharingDialog = ({ set, ...dialog }: SetSharingDialogProps) => (
  <ItemSharing
    noun="goldensets"
    item={set}
    update={useUpdateSet().mutateAsync}
    stored={useStoredSet().mutateAsync}
    lists={goldenSetKeys.lists}
    {...dialog}
  />
)
