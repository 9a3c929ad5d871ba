import type { Project } from '@polylogue/contract'
import { useTranslation } from '#lib/texts.ts'
import { MenuItem } from '#ui/menu.tsx'
import { useArchive } from './use-archive.ts'

/** Menu item that archives a project, or takes it back. */
export function ArchiveItem({ project }: { project: Pick<Project, 'id' | 'name' | 'type'> }) {
  const { t } = useTranslation('projects')
  const { archived, toggle } = useArchive(project)
  return (
    <MenuItem icon={archived ? 'archive-off' : 'archive'} onSelect={toggle}>
      {t(archived ? 'archive.takeBack' : 'archive.archive')}
    </MenuItem>
  )
}
