import type { Project } from '@polylogue/contract'
import { useTranslation } from '#lib/texts.ts'
import { inWordsOf } from '../api.ts'
import css from './project-row.module.css'
import { useRenameProject } from '../use-rename-project.ts'

/** Renames a project in its row: Enter and blur save, Escape cancels; the input stays after an error. */
export function ProjectRowField({ project, onDone }: { project: Project; onDone: () => void }) {
  const { t } = useTranslation('projects')
  const { name, setName, leave, onKey } = useRenameProject(project, onDone)
  return (
    <input
      className={css.field}
      aria-label={t('renameField', inWordsOf(project))}
      maxLength={200}
      // Escape must not close the drawer around it.
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
