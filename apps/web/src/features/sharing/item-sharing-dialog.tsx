// Sharing and leaving for any noun whose items carry their context and its associations.
import type { AssocContext } from '@polylogue/contract'
import { entriesOf, type SharedItem } from './holders.ts'
import type { LeaveWords } from './leave-item.tsx'
import { SharingDialog } from './sharing-dialog.tsx'

/** An item as its contract describes it. */
export interface SharableItem {
  name: string
  description: string
  context: { id: number; ownerContextId: number }
  ownerId: number
  assocContexts: readonly AssocContext[]
  modified: string
}

export interface ItemSharing {
  words: LeaveWords
  /** What else storing the shares does. */
  note?: string | undefined
  /** Stores the shares in place of those before; rejects with CONFLICT when the item changed since `ifModified`. */
  update: (change: { assocContexts: AssocContext[]; ifModified: string }) => Promise<unknown>
  /** Fetches the item as it is stored now. */
  stored: () => Promise<SharableItem>
  /** The reader has left the item. */
  onLeft: () => void
}

interface ItemSharingDialogProps {
  opened: boolean
  item: SharableItem
  sharing: ItemSharing
  onClose: () => void
}

/** With whom an item is shared; for those who manage it changing that, for all but the owner leaving it. */
export function ItemSharingDialog({ opened, item, sharing, onClose }: ItemSharingDialogProps) {
  const { words, note, update, stored, onLeft } = sharing
  return (
    <SharingDialog
      opened={opened}
      item={asShared(item)}
      words={words}
      ways={{
        save: (holders, ifModified) => update({ assocContexts: entriesOf(holders), ifModified }),
        stored: async () => asShared(await stored()),
        onLeft,
      }}
      note={note}
      onClose={onClose}
    />
  )
}

const asShared = ({
  name,
  description,
  context,
  ownerId,
  assocContexts,
  modified,
}: SharableItem): SharedItem => ({
  name,
  description,
  contextId: context.id,
  ownerId,
  ownerContextId: context.ownerContextId,
  assocContexts,
  modified,
})
