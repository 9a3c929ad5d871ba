import type { Project } from '@polylogue/contract'
import { useTranslation } from '../../lib/texts.ts'
import css from './project-row.module.css'
import { useRenameProject } from './use-rename-project.ts'

/** A project renamed in its row: Enter and leaving the field save, Escape keeps the old name; what failed stays typed. */
export function ProjectRowField({ project, onDone }: { project: Project; onDone: () => void }) {
  const { t } = useTranslation('projects')
  const { name, setName, leave, onKey } = useRenameProject(project, onDone)
  return (
    <input
      className={css.field}
      aria-label={t('renameField')}
      maxLength={200}
      // Escape ends the renaming and not the drawer that it stands in.
      data-mantine-stop-propagation="true"
      autoFocus
      onFocus={(event) => event.target.select()}
      value={name}
      onChange={(event) => setName(event.target.value)}
      onKeyDown={onKey}
      onBlur={leave}
    />
  )
}
