import type { ReactNode } from 'react'
import { canAdminister, canWrite, type Accessible } from '#lib/can.ts'
import { MenuItem, MenuRule } from '#ui/menu.tsx'
import { useItemDialogs, useItemTexts, type ItemNoun } from '#features/items/index.ts'
import { useSharingWay } from './shared.ts'

interface ManageItemProps {
  noun: ItemNoun
  item: Accessible & { id: number; ownerId: number }
  /** Entries of this kind of item, after the one that edits it. */
  children?: ReactNode
}

/** The menu entries that every kind of item has: edit, share, delete, as far as the user may. */
export function ManageItem({ noun, item, children }: ManageItemProps) {
  const t = useItemTexts(noun)
  const dialogs = useItemDialogs(noun)
  const sharing = useSharingWay()(item)
  const show = (dialog: string) => dialogs.show(dialog, item.id)
  return (
    <>
      {canWrite(item) && (
        <MenuItem icon="pencil" onSelect={() => show('edit')}>
          {t('edit')}
        </MenuItem>
      )}
      {children}
      {sharing && (
        <MenuItem icon="users" onSelect={() => show('share')}>
          {t(sharing === 'share' ? 'share' : 'sharingInfo')}
        </MenuItem>
      )}
      {canAdminister(item) && (
        <>
          <MenuRule />
          <MenuItem icon="trash" onSelect={() => show('remove')}>
            {t('delete')}
          </MenuItem>
        </>
      )}
    </>
  )
}
