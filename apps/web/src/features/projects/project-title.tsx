import type { Project } from '@polylogue/contract'
import type { ReactNode } from 'react'
import { canAdminister, canWrite } from '../../lib/can.ts'
import { useDialogs } from '../../lib/dialogs.ts'
import { useTranslation } from '../../lib/texts.ts'
import { MenuItem, MenuRule } from '../../ui/menu.tsx'
import { SHARING } from '../sharing/index.ts'
import { EDIT_PROJECT } from './dialogs.ts'
import css from './project-title.module.css'
import { useSharingWord } from './shared.ts'
import { useRenameProject } from './use-rename-project.ts'

interface ProjectTitleProps {
  project: Project
  renaming: boolean
  /** Renaming is over. */
  onDone: () => void
  /** Stands beside the name. */
  children?: ReactNode
}

/** The page's heading: the project's name, renamed in its place. */
export function ProjectTitle({ project, renaming, onDone, children }: ProjectTitleProps) {
  if (renaming) return <RenameField project={project} onDone={onDone} />
  return (
    <>
      <h1 className="cut" title={project.name} tabIndex={-1}>
        {project.name}
      </h1>
      {children}
    </>
  )
}

interface ProjectMenuItemsProps {
  project: Project
  onRename: () => void
  onDelete: () => void
  /** What else can be done with the project, between changing and deleting it. */
  children?: ReactNode
}

/** What can be done with a project, as entries of a menu. */
export function ProjectMenuItems({ project, onRename, onDelete, children }: ProjectMenuItemsProps) {
  const { t } = useTranslation('projects')
  const dialogs = useDialogs()
  const writer = canWrite(project)
  const sharing = useSharingWord()(project)
  return (
    <>
      {writer && (
        <>
          <MenuItem icon="edit" onSelect={onRename}>
            {t('rename')}
          </MenuItem>
          <MenuItem icon="pencil" onSelect={() => dialogs.show(EDIT_PROJECT)}>
            {t('edit')}
          </MenuItem>
        </>
      )}
      {sharing && (
        <MenuItem icon="users" onSelect={() => dialogs.show(SHARING)}>
          {sharing}
        </MenuItem>
      )}
      {(writer || sharing) && <MenuRule />}
      {children}
      {canAdminister(project) && (
        <>
          <MenuRule />
          <MenuItem icon="trash" onSelect={onDelete}>
            {t('delete')}
          </MenuItem>
        </>
      )}
    </>
  )
}

/** Enter and leaving the field save, Escape keeps the old name. */
function RenameField({ project, onDone }: { project: Project; onDone: () => void }) {
  const { t } = useTranslation('projects')
  const { name, setName, leave, onKey } = useRenameProject(project, (byKey) => {
    onDone()
    // The menu that led here is a new one.
    if (byKey) requestAnimationFrame(() => document.querySelector<HTMLElement>('h1[tabindex]')?.focus())
  })
  return (
    <h1 className={css.renaming}>
      <input
        className={css.input}
        aria-label={t('renameField')}
        maxLength={200}
        autoFocus
        onFocus={(event) => event.target.select()}
        value={name}
        onChange={(event) => setName(event.target.value)}
        onKeyDown={onKey}
        onBlur={leave}
      />
    </h1>
  )
}
