// Sharing and leaving for any kind of item that has a context and `assocContexts`.
import type { AssocContext } from '@polylogue/contract'
import { entriesOf, type SharedItem } from './holders.ts'
import type { LeaveWords } from './leave-item.tsx'
import { SharingDialog } from './sharing-dialog.tsx'

/** An item as in its contract. */
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
  /** Names a side effect of storing the shares. */
  note?: string | undefined
  /** Replaces the shares; rejects with CONFLICT if the item changed since `ifModified`. */
  update: (change: { assocContexts: AssocContext[]; ifModified: string }) => Promise<unknown>
  /** Fetches the stored item. */
  stored: () => Promise<SharableItem>
  /** Called when the reader has left the item. */
  onLeft: () => void
}

interface ItemSharingDialogProps {
  opened: boolean
  item: SharableItem
  sharing: ItemSharing
  onClose: () => void
}

/** Shows the shares of an item; users who manage it can edit them, all but the owner can leave. */
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
