import type { ListedProject } from '@polylogue/contract'
import { canAdminister, canWrite } from '#lib/can.ts'
import { useTranslation } from '#lib/texts.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { Menu, MenuItem, MenuLink, MenuRule } from '#ui/menu.tsx'
import { SHARING } from '#features/sharing/index.ts'
import { inWordsOf } from '../api.ts'
import { ArchiveItem } from '../archive/archive-item.tsx'
import { useSharingWord } from '../use-sharing-word.ts'

interface ProjectRowMenuProps {
  project: ListedProject
  pinned: boolean
  onPin: (project: ListedProject) => void
  onRename: () => void
  onDelete: (project: ListedProject) => void
}

/** Menu of a project row. */
export function ProjectRowMenu({ project, pinned, onPin, onRename, onDelete }: ProjectRowMenuProps) {
  const { t } = useTranslation(['projects', 'shell'])
  const sharing = useSharingWord()(project)
  return (
    <Menu
      position="bottom-end"
      target={<IconButton icon="dots" label={t('actionsFor', { name: project.name })} />}
    >
      <MenuItem icon={pinned ? 'pinned-off' : 'pin'} onSelect={() => onPin(project)}>
        {pinned ? t('shell:unpin') : t('shell:pin')}
      </MenuItem>
      {canWrite(project) && (
        <MenuItem icon="edit" onSelect={onRename}>
          {t('rename')}
        </MenuItem>
      )}
      {sharing && (
        <MenuLink icon="users" to={`/projects/${project.id}?dialog=${SHARING}`}>
          {sharing}
        </MenuLink>
      )}
      <ArchiveItem project={project} />
      {canAdminister(project) && (
        <>
          <MenuRule />
          <MenuItem icon="trash" onSelect={() => onDelete(project)}>
            {t('delete', inWordsOf(project))}
          </MenuItem>
        </>
      )}
    </Menu>
  )
}
