import type { AssocContext, GoldenSetEntry } from '@polylogue/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from '../../../lib/texts.ts'
import { ItemSharingDialog } from '../../sharing/index.ts'
import { useStoredSet, useUpdateSet } from '../api.ts'
import { goldenSetKeys } from '../keys.ts'

interface SetSharingDialogProps {
  set: GoldenSetEntry
  opened: boolean
  onClose: () => void
  onLeft: () => void
}

/** Shows and edits the shares of a golden set, or leaves it. */
export function SetSharingDialog({ set, opened, onClose, onLeft }: SetSharingDialogProps) {
  const { t } = useTranslation('goldensets')
  const cache = useQueryClient()
  const { mutateAsync: update } = useUpdateSet()
  const { mutateAsync: stored } = useStoredSet()
  const { id, name } = set
  const sharing = {
    words: {
      leave: t('leave'),
      question: t('leaveQuestion', { name }),
      left: t('left', { name }),
      cannotLeave: t('cannotLeave'),
    },
    update: (change: { assocContexts: AssocContext[]; ifModified: string }) => update({ id, ...change }),
    stored: () => stored(id),
    onLeft: () => {
      onLeft()
      void cache.invalidateQueries({ queryKey: goldenSetKeys.lists })
    },
  }
  return <ItemSharingDialog opened={opened} item={set} sharing={sharing} onClose={onClose} />
}
