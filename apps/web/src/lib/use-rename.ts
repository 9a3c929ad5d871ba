// A name changed in its place, next to others who may be changing it too.
import { useRef, useState, type KeyboardEvent } from 'react'
import { flushSync } from 'react-dom'
import { ApiProblem } from './api.ts'

interface Named {
  name: string
  modified: string
}

interface RenameGiven<T extends Named> {
  thing: T
  /** Stores the name unless the thing changed since `base`: then it throws CONFLICT. */
  save: (name: string, base: T) => Promise<unknown>
  /** The thing as it is stored now. */
  stored: () => Promise<T>
  /** Somebody else renamed it meanwhile; what was typed stays, and saving again stores it over theirs. */
  onRenamed: (theirs: string) => void
  onFailed: (error: unknown) => void
  /** It is over; by a key, whoever used it expects the focus where the name stands. */
  onDone: (byKey: boolean) => void
}

/**
 * The field of a renaming: Enter and leaving it save, Escape keeps the old name. It counts from the name that stood there when
 * one began: somebody else's new name is not overwritten unknowingly, and another change of the thing is not in the way.
 */
export function useRename<T extends Named>(given: RenameGiven<T>) {
  const { thing, save, stored, onRenamed, onFailed, onDone } = given
  const [base, setBase] = useState(thing)
  const [name, setName] = useState(thing.name)
  // Leaving the field is also how it goes when it is done.
  const ended = useRef(false)
  const busy = useRef(false)
  const byKey = useRef(false)
  const end = () => {
    ended.current = true
    // What takes the focus next must stand there when it does, however slow the machine is.
    if (byKey.current) flushSync(() => onDone(true))
    else onDone(false)
  }
  const store = async (next: string, from: T): Promise<void> => {
    try {
      await save(next, from)
      end()
    } catch (error) {
      if (!(error instanceof ApiProblem) || error.code !== 'CONFLICT') throw error
      const theirs = await stored()
      if (theirs.name === next) return end()
      if (theirs.name === from.name) return store(next, theirs)
      setBase(theirs)
      onRenamed(theirs.name)
    }
  }
  const submit = async () => {
    if (ended.current || busy.current) return
    const next = name.trim()
    if (next === '' || next === base.name) return end()
    busy.current = true
    await store(next, base).catch(onFailed)
    busy.current = false
  }
  const leave = () => {
    if (ended.current || busy.current) return
    byKey.current = false
    void submit()
  }
  const onKey = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || (event.key !== 'Enter' && event.key !== 'Escape')) return
    event.preventDefault()
    byKey.current = true
    if (event.key === 'Enter') void submit()
    else end()
  }
  return { name, setName, leave, onKey }
}
