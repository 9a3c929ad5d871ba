import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'
import { IconButton } from './icon-button.tsx'
import css from './refused-files.module.css'

interface RefusedFilesProps {
  title: string
  /** The accessible name of the button that closes the list. */
  closeLabel: string
  onClose: () => void
  className?: string | undefined
  /** Below the list: what else can be done with the files. */
  action?: ReactNode
  /** An `li` for each file. */
  children: ReactNode
}

/** A list of files that were not added, with the reasons. */
export function RefusedFiles({ title, closeLabel, onClose, className, action, children }: RefusedFilesProps) {
  return (
    <div className={className ? `${css.refused} ${className}` : css.refused} role="alert">
      <Icon name="alert-circle" />
      <div>
        <b>{title}</b>
        <ul>{children}</ul>
        {action}
      </div>
      <IconButton icon="x" iconSize={14} label={closeLabel} onClick={onClose} />
    </div>
  )
}
