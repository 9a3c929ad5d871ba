// Edits an item that somebody else may change meanwhile. A save is refused when another one came first; then the person saves
// over it or takes what is stored.
import { useState } from 'react'
import type { UseMutationResult } from '@tanstack/react-query'
import { ApiProblem } from '../../lib/api.ts'

interface EditGiven<Thing, Values, Sent> {
  /** The thing as the page knows it; it may be read again at any time. */
  thing: Thing
  id: number
  valuesOf: (thing: Thing) => Values
  update: Pick<UseMutationResult<unknown, Error, Sent>, 'mutate' | 'reset' | 'isPending' | 'error'>
  /** What is sent to store values over a state of the thing. */
  sent: (values: Values, over: Thing) => Sent
  /** Reads it as it is stored now. */
  stored: Pick<UseMutationResult<Thing, Error, number>, 'mutate' | 'reset' | 'data'>
  onSaved?: () => void
  onClose: () => void
}

export interface Edit<Thing, Values> {
  values: Values
  /** The state of the thing that values were made from. */
  base: Thing
  dirty: boolean
  busy: boolean
  /** What somebody else stored in between; undefined while nobody has. */
  theirs: Thing | undefined
  setValues: (values: Values) => void
  /** Stores what stands in the form over a state: that from which it was made, unless told. */
  save: (over?: Thing) => void
  /** Puts what is stored into the form; the next save is made from that. */
  take: (theirs: Thing) => void
  /** Gives up what is typed. */
  close: () => void
}

export function useEdit<Thing, Values, Sent>(given: EditGiven<Thing, Values, Sent>): Edit<Thing, Values> {
  const { thing, id, valuesOf, update, stored } = given
  const [typed, setTyped] = useState<Values>()
  // As it was when one began to type: what comes in meanwhile is a change of somebody else.
  const [begun, setBegun] = useState<{ from: Thing }>()
  const base = begun ? begun.from : thing
  const kept = valuesOf(base)
  const values = typed ?? kept
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
    given.onClose()
  }
  return {
    values,
    base,
    dirty: typed !== undefined && JSON.stringify(typed) !== JSON.stringify(kept),
    busy: update.isPending,
    theirs: stored.data,
    setValues: (next) => start(base, next),
    save(over = base) {
      if (update.isPending) return
      stored.reset()
      // As it stands in the form: the thing may be read again meanwhile.
      start(base, values)
      const onSuccess = () => {
        given.onSaved?.()
        close()
      }
      const onError = (error: Error) => {
        if (isConflict(error)) stored.mutate(id)
      }
      update.mutate(given.sent(values, over), { onSuccess, onError })
    },
    take(theirs) {
      start(theirs, undefined)
      reset()
    },
    close,
  }
}

/** Whether a change was refused because somebody else made one first. */
export const isConflict = (error: unknown): boolean =>
  error instanceof ApiProblem && error.code === 'CONFLICT'
