import type { ReactNode } from 'react'
import { Conflict } from '../../ui/conflict.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import type { Edit } from './use-edit.ts'

interface EditDialogProps {
  opened: boolean
  title: string
  lead?: string
  edit: Pick<Edit<unknown, unknown>, 'dirty' | 'close'>
  children: ReactNode
}

/** The frame of a dialog that edits an item: closing it asks first when something would be lost. */
export const EditDialog = ({ opened, title, lead, edit, children }: EditDialogProps) => (
  <Dialog opened={opened} title={title} lead={lead} width={760} dirty={edit.dirty} onClose={edit.close}>
    {children}
  </Dialog>
)

/** A field as it is stored now. `same` when the form has the same value. */
export interface StoredField {
  label: string
  value: string
  same: boolean
}

interface EditConflictProps<Thing, Values> {
  edit: Edit<Thing, Values>
  /** Compares what is stored with what stands in the form. */
  compare: (stored: Thing, values: Values) => readonly StoredField[]
  /** Saves over what is stored; without it `edit` does. */
  onKeep?: (stored: Thing) => void
}

/** Shows what somebody else saved in between, and the two ways on; nothing while nobody has. */
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
