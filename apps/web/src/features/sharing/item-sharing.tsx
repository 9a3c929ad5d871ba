import type { AssocContext } from '@polylogue/contract'
import { useQueryClient, type QueryKey } from '@tanstack/react-query'
import { ItemSharingDialog } from './dialogs.ts'
import type { SharableItem } from './item-sharing-dialog.tsx'
import { useItemTexts, type ItemNoun } from './item-texts.ts'

interface ItemSharingProps {
  noun: ItemNoun
  item: SharableItem & { id: number }
  opened: boolean
  update: (change: { id: number; assocContexts: AssocContext[]; ifModified: string }) => Promise<unknown>
  /** Fetches the stored item. */
  stored: (id: number) => Promise<SharableItem>
  /** The lists that do not have the item any more when the reader has left it. */
  lists: QueryKey
  /** Called when the reader has left the item; by default the dialog closes. */
  onLeft?: () => void
  onClose: () => void
}

/** Shows and edits the shares of an item in the words of its kind, or leaves it. */
export function ItemSharing(props: ItemSharingProps) {
  const { noun, item, opened, update, stored, lists, onLeft, onClose } = props
  const t = useItemTexts(noun)
  const cache = useQueryClient()
  const { id, name } = item
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
      if (onLeft) onLeft()
      else onClose()
      void cache.invalidateQueries({ queryKey: lists })
    },
  }
  return <ItemSharingDialog opened={opened} item={item} sharing={sharing} onClose={onClose} />
}
