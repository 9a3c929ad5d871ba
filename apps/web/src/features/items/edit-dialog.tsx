// Edits an item with optimistic locking. After a change by somebody else the user overwrites the stored version or takes it.
import { type ReactNode, useState } from 'react'
import { Conflict } from '#ui/conflict.tsx'
import { Dialog } from '#ui/dialog.tsx'
import type { UseMutationResult } from '@tanstack/react-query'
import { ApiProblem } from '#lib/api.ts'

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

interface EditOptions<Thing extends object | null, Values, Body> {
  /** The cached item; it may be refetched at any time. */
  thing: Thing
  id: number
  valuesOf: (thing: Thing) => Values
  update: Pick<UseMutationResult<unknown, Error, Body>, 'mutate' | 'reset' | 'isPending' | 'error'>
  /** Returns the request that stores values over a version of the item. */
  sent: (values: Values, over: Thing) => Body
  /** Fetches the stored item. */
  stored: Pick<UseMutationResult<Thing, Error, number>, 'mutate' | 'reset' | 'data'>
  onSaved?: (saved: Values) => void
  onClose: () => void
}

export interface Edit<Thing, Values> {
  values: Values
  /** The version that the values are based on. */
  base: Thing
  dirty: boolean
  busy: boolean
  /** Why the last save failed; null for a conflict that `theirs` shows. */
  error: Error | null
  /** The conflicting version; undefined without a conflict. */
  theirs: Thing | undefined
  setValues: (values: Values) => void
  /** Stores the form over `over`, by default the version it is based on. */
  save: (over?: Thing) => void
  /** Puts the stored version into the form; the next save is based on it. */
  take: (theirs: Thing) => void
  /** Discards the changes. */
  close: () => void
}

export function useEdit<Thing extends object | null, Values, Body>(
  options: EditOptions<Thing, Values, Body>,
): Edit<Thing, Values> {
  const { thing, id, valuesOf, update, stored } = options
  const [typed, setTyped] = useState<Values>()
  // The version that editing started from; later versions are changes by other users.
  const [begun, setBegun] = useState<{ from: Thing }>()
  const base = begun ? begun.from : thing
  const kept = valuesOf(base)
  const values = typed ?? kept
  // Before a save already: others change the values while the user types. Documents and shares change `modified`, too.
  const isNewer =
    typed !== undefined &&
    !update.isPending &&
    modifiedOf(thing) > modifiedOf(base) &&
    JSON.stringify(valuesOf(thing)) !== JSON.stringify(kept)
  const theirs = stored.data ?? (isNewer ? thing : undefined)
  const start = (from: Thing | undefined, next: Values | undefined) => {
    setBegun(from === undefined ? undefined : { from })
    setTyped(next)
  }
  const reset = () => {
    update.reset()
    stored.reset()
  }
  const close = () => {
    start(undefined, undefined)
    reset()
    options.onClose()
  }
  return {
    values,
    base,
    dirty: typed !== undefined && JSON.stringify(typed) !== JSON.stringify(kept),
    busy: update.isPending,
    error: theirs !== undefined && isConflict(update.error) ? null : update.error,
    theirs,
    setValues: (next) => start(base, next),
    save(over = base) {
      if (update.isPending) return
      stored.reset()
      // Fixes the version of the form: the item may be refetched meanwhile.
      start(base, values)
      const onSuccess = () => {
        options.onSaved?.(values)
        close()
      }
      const onError = (error: Error) => {
        if (isConflict(error)) stored.mutate(id)
      }
      update.mutate(options.sent(values, over), { onSuccess, onError })
    },
    take(taken) {
      start(taken, undefined)
      reset()
    },
    close,
  }
}

function modifiedOf(thing: object | null): string {
  return thing && 'modified' in thing && typeof thing.modified === 'string' ? thing.modified : ''
}

/** Whether a change was refused because of a concurrent one. */
export const isConflict = (error: unknown): boolean =>
  error instanceof ApiProblem && error.code === 'CONFLICT'
