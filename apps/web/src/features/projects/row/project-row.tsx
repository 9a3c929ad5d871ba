import type { ListedProject } from '@polylogue/contract'
import { useEffect, useRef, useState, type FocusEvent, type KeyboardEvent } from 'react'
import { NavLink } from 'react-router'
import { canWrite } from '#lib/can.ts'
import { useTranslation } from '#lib/texts.ts'
import { ProjectRowField } from './project-row-field.tsx'
import { ProjectRowMenu } from './project-row-menu.tsx'
import css from './project-row.module.css'
import { moveFocus } from './row-focus.ts'

/** Actions of a row besides its link. */
export interface RowActions {
  /** Shows the buttons permanently, for touch screens. */
  touch: boolean
  onPin: (project: ListedProject) => void
  onDelete: (project: ListedProject) => void
}

interface ProjectRowProps extends RowActions {
  project: ListedProject
  pinned: boolean
  mark?: 'answering' | 'unread' | undefined
}

/** Shows a project in the navigation: name, activity dot, menu on hover and focus, F2 to rename. */
export function ProjectRow({ project, pinned, mark, ...actions }: ProjectRowProps) {
  const { t } = useTranslation('shell')
  const [renaming, setRenaming] = useState(false)
  const [near, setNear] = useState(false)
  const link = useRef<HTMLAnchorElement>(null)
  const renamed = useRef(false)
  const writer = canWrite(project)
  const onKey = (event: KeyboardEvent<HTMLElement>) => {
    moveFocus(event)
    if (event.key !== 'F2' || !writer) return
    event.preventDefault()
    setRenaming(true)
  }
  const onBlur = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (!currentTarget.contains(relatedTarget)) setNear(false)
  }
  useEffect(() => {
    if (renaming) return () => void (renamed.current = true)
    // Restores the focus after the field is unmounted, unless the user has moved it.
    if (renamed.current && document.activeElement === document.body) link.current?.focus()
    renamed.current = false
    return undefined
  }, [renaming])
  if (renaming) return <ProjectRowField project={project} onDone={() => setRenaming(false)} />
  return (
    <div
      className={css.frame}
      onPointerEnter={() => setNear(true)}
      onPointerLeave={(event) => setNear(event.currentTarget.contains(document.activeElement))}
      onFocus={() => setNear(true)}
      onBlur={onBlur}
    >
      <NavLink
        ref={link}
        to={`/projects/${project.id}`}
        className={css.row ?? ''}
        title={project.name}
        data-row
        data-unread={mark === 'unread' || undefined}
        onKeyDown={onKey}
      >
        <span className="cut">{project.name}</span>
        {mark && <span className={css.dot} role="img" aria-label={t(mark)} />}
      </NavLink>
      {(near || actions.touch) && (
        <span className={css.menu}>
          <ProjectRowMenu
            project={project}
            pinned={pinned}
            onPin={actions.onPin}
            onRename={() => setRenaming(true)}
            onDelete={actions.onDelete}
          />
        </span>
      )}
    </div>
  )
}
