import type { Project } from '@polylogue/contract'
import type { ReactNode } from 'react'
import { canAdminister, canWrite } from '#lib/can.ts'
import { useDialogs } from '#lib/dialogs.ts'
import { useTranslation } from '#lib/texts.ts'
import { MenuItem, MenuRule } from '#ui/menu.tsx'
import { SHARING } from '#features/sharing/index.ts'
import { inWordsOf } from '../api.ts'
import { ArchiveItem } from '../archive/archive-item.tsx'
import { EDIT_PROJECT } from '../dialogs/index.ts'
import css from './project-title.module.css'
import { useSharingWord } from '../use-sharing-word.ts'
import { useRenameProject } from '../use-rename-project.ts'

interface ProjectTitleProps {
  project: Project
  renaming: boolean
  /** Called when renaming ends. */
  onDone: () => void
  /** Shown next to the name. */
  children?: ReactNode
}

/** Shows the name of the project as the heading of the page, with inline rename. */
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
  /** Items between Edit and Delete. */
  children?: ReactNode
}

/** Menu items of a project. */
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
            {t('edit', inWordsOf(project))}
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
      <ArchiveItem project={project} />
      {canAdminister(project) && (
        <>
          <MenuRule />
          <MenuItem icon="trash" onSelect={onDelete}>
            {t('delete', inWordsOf(project))}
          </MenuItem>
        </>
      )}
    </>
  )
}

/** Renames the project: Enter and blur save, Escape cancels. */
function RenameField({ project, onDone }: { project: Project; onDone: () => void }) {
  const { t } = useTranslation('projects')
  const { name, setName, leave, onKey } = useRenameProject(project, (byKey) => {
    onDone()
    // The menu button was remounted, so the heading gets the focus.
    if (byKey) requestAnimationFrame(() => document.querySelector<HTMLElement>('h1[tabindex]')?.focus())
  })
  return (
    <h1 className={css.renaming}>
      <input
        className={css.input}
        aria-label={t('renameField', inWordsOf(project))}
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
