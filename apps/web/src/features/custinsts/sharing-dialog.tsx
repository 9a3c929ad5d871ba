import type { CustInst } from '@polylogue/contract'
import { ItemSharing } from '../sharing/index.ts'
import { useStoredCustInst, useUpdateCustInst } from './api.ts'
import { custInstKeys } from './keys.ts'

interface CustInstSharingDialogProps {
  custInst: CustInst
  opened: boolean
  onClose: () => void
}

/** Shows and edits the shares of a custom instruction, or leaves it. */
export const CustInstSharingDialog = ({ custInst, ...dialog }: CustInstSharingDialogProps) => (
  <ItemSharing
    noun="custinsts"
    item={custInst}
    update={useUpdateCustInst().mutateAsync}
    stored={useStoredCustInst().mutateAsync}
    lists={custInstKeys.all}
    {...dialog}
  />
)
