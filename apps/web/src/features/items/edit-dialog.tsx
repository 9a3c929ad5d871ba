import type { ReactNode } from 'react'
import { Conflict } from '#ui/conflict.tsx'
import { Dialog } from '#ui/dialog.tsx'
import type { Edit } from './use-edit.ts'

interface EditDialogProps {
  opened: boolean
  title: string
  lead?: string
  width?: number
  /** Maximum height of the content, in pixels. */
  height?: number
  edit: Pick<Edit<unknown, unknown>, 'dirty' | 'close'>
  children: ReactNode
}

/** The frame of an edit dialog; asks before closing with unsaved changes. */
export const EditDialog = ({ opened, title, lead, width = 760, height, edit, children }: EditDialogProps) => (
  <Dialog
    opened={opened}
    title={title}
    lead={lead}
    width={width}
    height={height}
    dirty={edit.dirty}
    onClose={edit.close}
  >
    {children}
  </Dialog>
)

/** A stored field. `same` if the form has the same value. */
export interface StoredField {
  label: string
  value: string
  same: boolean
}

interface EditConflictProps<Thing, Values> {
  edit: Edit<Thing, Values>
  /** Compares the stored item with the form. */
  compare: (stored: Thing, values: Values) => readonly StoredField[]
  /** Overwrites the stored item; `edit` does by default. */
  onKeep?: (stored: Thing) => void
}

/** Shows a conflicting change with the choice to overwrite or take it; renders nothing without a conflict. */
export function EditConflict<Thing, Values>({
  edit,
  compare,
  onKeep = edit.save,
}: EditConflictProps<Thing, Values>) {
  const { theirs, values, busy, take } = edit
  if (theirs === undefined) return null
  const changes = compare(theirs, values).filter(({ same }) => !same)
  return <Conflict changes={changes} busy={busy} onKeep={() => onKeep(theirs)} onTake={() => take(theirs)} />
}
