import type { Tab } from '@polylogue/contract'
import { useTranslation } from '#lib/texts.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { Menu, MenuItem, MenuRule } from '#ui/menu.tsx'
import { useInstalled } from '#features/plugins/index.ts'
import type { TabDialog } from './dialogs.ts'
import css from './tab-row.module.css'

interface TabMenuProps {
  tab: Tab
  /** Its index among so many. */
  place: { index: number; count: number }
  /** Whether a chatbot can be made of it. */
  mayExport: boolean
  onRename: () => void
  onDialog: (dialog: TabDialog) => void
  onMove: (to: number) => void
}

/** Menu of the chosen tab, placed directly after it. */
export function TabMenu({ tab, place, mayExport, onRename, onDialog, onMove }: TabMenuProps) {
  const { t } = useTranslation(['tabs', 'conversation'])
  const canReplay = useInstalled('replay-chats')
  const { index, count } = place
  const button = (
    <IconButton
      icon="dots"
      label={t('actions', { name: tab.name })}
      className={css.menu}
      style={{ order: index * 2 + 1 }}
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
      {mayExport && (
        <MenuItem icon="message-chatbot" onSelect={() => onDialog('export-tab')}>
          {t('toChatbot')}
        </MenuItem>
      )}
      <MenuRule />
      <MenuItem icon="arrow-left" disabled={index === 0} onSelect={() => onMove(index - 1)}>
        {t('moveLeft')}
      </MenuItem>
      <MenuItem icon="arrow-right" disabled={index === count - 1} onSelect={() => onMove(index + 1)}>
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
