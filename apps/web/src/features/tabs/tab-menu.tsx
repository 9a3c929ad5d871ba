import type { Tab } from '@polylogue/contract'
import { useTranslation } from '#lib/texts.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { Menu, MenuItem, MenuRule } from '#ui/menu.tsx'
import { useInstalled } from '#features/plugins/index.ts'
import type { TabDialog } from './dialogs.ts'
import css from './tab-row.module.css'

interface TabMenuProps {
  tab: Tab
  place: number
  count: number
  onRename: () => void
  onDialog: (dialog: TabDialog) => void
  onMove: (to: number) => void
}

/** Menu of the chosen tab, placed directly after it. */
export function TabMenu({ tab, place, count, onRename, onDialog, onMove }: TabMenuProps) {
  const { t } = useTranslation(['tabs', 'conversation'])
  const canReplay = useInstalled('replay-chats')
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
      <MenuItem icon="edit" onSelect={onRename}>
        {t('rename')}
      </MenuItem>
      <MenuItem icon="pencil" onSelect={() => onDialog('edit-tab')}>
        {t('edit')}
      </MenuItem>
      <MenuItem icon="copy-plus" onSelect={() => onDialog('copy-tab')}>
        {t('duplicate')}
      </MenuItem>
      {canReplay && (
        <MenuItem icon="player-track-next" onSelect={() => onDialog('replay')}>
          {t('replay')}
        </MenuItem>
      )}
      <MenuItem icon="download" onSelect={() => onDialog('download')}>
        {t('conversation:download')}
      </MenuItem>
      <MenuRule />
      <MenuItem icon="arrow-left" disabled={place === 0} onSelect={() => onMove(place - 1)}>
        {t('moveLeft')}
      </MenuItem>
      <MenuItem icon="arrow-right" disabled={place === count - 1} onSelect={() => onMove(place + 1)}>
        {t('moveRight')}
      </MenuItem>
      {tab.can.move && (
        <MenuItem icon="folders" onSelect={() => onDialog('move-tab')}>
          {t('moveToProject')}
        </MenuItem>
      )}
      {tab.can.remove && (
        <>
          <MenuRule />
          <MenuItem icon="trash" onSelect={() => onDialog('delete-tab')}>
            {t('delete')}
          </MenuItem>
        </>
      )}
    </Menu>
  )
}
