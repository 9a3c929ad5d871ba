import type { ReactNode } from 'react'
import { canAdminister, canWrite, type Accessible } from '../../lib/can.ts'
import { MenuItem, MenuRule } from '../../ui/menu.tsx'
import { useItemTexts, type ItemNoun } from '../items/index.ts'
import { useSharingWay } from './shared.ts'

interface ManageItemProps {
  noun: ItemNoun
  item: Accessible & { ownerId: number }
  /** Opens a dialog about the item. */
  onShow: (dialog: 'edit' | 'share' | 'remove') => void
  /** Entries of this kind of item, after the one that edits it. */
  children?: ReactNode
}

/** The menu entries that every kind of item has: edit, share, delete, as far as the user may. */
export function ManageItem({ noun, item, onShow, children }: ManageItemProps) {
  const t = useItemTexts(noun)
  const sharing = useSharingWay()(item)
  return (
    <>
      {canWrite(item) && (
        <MenuItem icon="pencil" onSelect={() => onShow('edit')}>
          {t('edit')}
        </MenuItem>
      )}
      {children}
      {sharing && (
        <MenuItem icon="users" onSelect={() => onShow('share')}>
          {t(sharing === 'share' ? 'share' : 'sharingInfo')}
        </MenuItem>
      )}
      {canAdminister(item) && (
        <>
          <MenuRule />
          <MenuItem icon="trash" onSelect={() => onShow('remove')}>
            {t('delete')}
          </MenuItem>
        </>
      )}
    </>
  )
}
