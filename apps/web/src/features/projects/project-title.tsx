import type { Project } from '@polylogue/contract'
import { useState, type ReactNode } from 'react'
import { canAdminister, canWrite } from '../../lib/can.ts'
import { useDialogs } from '../../lib/dialogs.ts'
import { useTranslation } from '../../lib/texts.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Menu, MenuItem, MenuRule } from '../../ui/menu.tsx'
import { SHARING } from '../sharing/index.ts'
import { EDIT_PROJECT } from './dialogs.ts'
import css from './project-title.module.css'
import { useSharingWord } from './shared.ts'
import { useRenameProject } from './use-rename-project.ts'

interface ProjectTitleProps {
  project: Project
  onDelete: () => void
  /** What else can be done with the project, between changing and deleting it. */
  children?: ReactNode
}

/** The page's heading: the project's name, renamed in its place, and what can be done with the project. */
export function ProjectTitle({ project, onDelete, children }: ProjectTitleProps) {
  const { t } = useTranslation('projects')
  const dialogs = useDialogs()
  const [renaming, setRenaming] = useState(false)
  const writer = canWrite(project)
  const sharing = useSharingWord()(project)
  if (renaming) return <RenameField project={project} onDone={() => setRenaming(false)} />
  return (
    <>
      <h1 className="cut" title={project.name} tabIndex={-1}>
        {project.name}
      </h1>
      <Menu target={<IconButton icon="dots" label={t('actionsFor', { name: project.name })} />}>
        {writer && (
          <>
            <MenuItem icon="edit" onSelect={() => setRenaming(true)}>
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
      </Menu>
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
