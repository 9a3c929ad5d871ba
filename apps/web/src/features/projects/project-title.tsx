import type { Project } from '@polylogue/contract'
import { useState, type KeyboardEvent, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { canAdminister, canWrite } from '../../lib/can.ts'
import { useDialogs } from '../../lib/dialogs.ts'
import { useNotices } from '../../lib/notices.ts'
import { useTell } from '../../lib/problem.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Menu, MenuItem, MenuRule } from '../../ui/menu.tsx'
import { useUpdateProject } from './api.ts'
import { EDIT_PROJECT } from './dialogs.ts'
import css from './project-title.module.css'

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
            <MenuRule />
          </>
        )}
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
  const tell = useTell()
  const notices = useNotices()
  const update = useUpdateProject(project)
  const [name, setName] = useState(project.name)
  const save = () => {
    const next = name.trim()
    if (next === '' || next === project.name) return onDone()
    update.mutate(
      { name: next },
      {
        onSuccess: onDone,
        onError: (error) =>
          notices.show({ kind: 'failure', title: t('saveFailed'), text: tell(error).sentence }),
      },
    )
  }
  const onKey = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || (event.key !== 'Enter' && event.key !== 'Escape')) return
    if (event.key === 'Enter') save()
    else onDone()
    // The menu that led here is a new one.
    requestAnimationFrame(() => document.querySelector<HTMLElement>('h1[tabindex]')?.focus())
  }
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
        onBlur={save}
      />
    </h1>
  )
}
