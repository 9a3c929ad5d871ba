import type { AssocContext, CustInst } from '@polylogue/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from '../../lib/texts.ts'
import { ItemSharingDialog } from '../sharing/index.ts'
import { useStoredCustInst, useUpdateCustInst } from './api.ts'
import { custInstKeys } from './keys.ts'

interface CustInstSharingDialogProps {
  custInst: CustInst
  opened: boolean
  onClose: () => void
}

/** Shows and edits the shares of a custom instruction, or leaves it. */
export function CustInstSharingDialog({ custInst, opened, onClose }: CustInstSharingDialogProps) {
  const { t } = useTranslation('custinsts')
  const cache = useQueryClient()
  const { mutateAsync: update } = useUpdateCustInst()
  const { mutateAsync: stored } = useStoredCustInst()
  const { id, name } = custInst
  const refetch = () => cache.invalidateQueries({ queryKey: custInstKeys.all })
  const sharing = {
    words: {
      leave: t('leave'),
      question: t('leaveQuestion', { name }),
      left: t('left', { name }),
      cannotLeave: t('cannotLeave'),
    },
    update: (change: { assocContexts: AssocContext[]; ifModified: string }) => update({ id, ...change }),
    stored: async () => {
      const now = await stored(id)
      void refetch()
      return now
    },
    onLeft: () => {
      onClose()
      void refetch()
    },
  }
  return <ItemSharingDialog opened={opened} item={custInst} sharing={sharing} onClose={onClose} />
}
