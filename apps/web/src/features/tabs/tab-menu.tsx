import type { Tab } from '@polylogue/contract'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../ui/icon-button.tsx'
import { Menu, MenuItem, MenuRule } from '../../ui/menu.tsx'
import css from './tab-row.module.css'

interface TabMenuProps {
  tab: Tab
  place: number
  count: number
  onEdit: () => void
  onDelete: () => void
  onMove: (to: number) => void
}

/** What can be done with the chosen tab; it stands directly behind it. */
export function TabMenu({ tab, place, count, onEdit, onDelete, onMove }: TabMenuProps) {
  const { t } = useTranslation('tabs')
  const button = (
    <IconButton
      icon="dots"
      label={t('actions', { name: tab.name })}
      className={css.menu}
      style={{ order: place * 2 + 1 }}
    />
  )
  return (
    <Menu target={button}>
      <MenuItem icon="edit" onSelect={onEdit}>
        {t('edit')}
      </MenuItem>
      <MenuItem icon="arrow-left" disabled={place === 0} onSelect={() => onMove(place - 1)}>
        {t('moveLeft')}
      </MenuItem>
      <MenuItem icon="arrow-right" disabled={place === count - 1} onSelect={() => onMove(place + 1)}>
        {t('moveRight')}
      </MenuItem>
      <MenuRule />
      <MenuItem icon="trash" onSelect={onDelete}>
        {t('delete')}
      </MenuItem>
    </Menu>
  )
}
