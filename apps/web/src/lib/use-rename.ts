// Inline renaming, with detection of concurrent changes by other users.
import { useRef, useState, type KeyboardEvent } from 'react'
import { flushSync } from 'react-dom'
import { ApiProblem } from './api.ts'

interface Named {
  name: string
  modified: string
}

interface RenameOptions<T extends Named> {
  thing: T
  /** Stores the name; throws CONFLICT when the item changed since `base`. */
  save: (name: string, base: T) => Promise<unknown>
  /** Returns the item as it is stored now. */
  stored: () => Promise<T>
  /** Called when another user renamed it meanwhile; the typed name stays, and saving again overwrites theirs. */
  onRenamed: (theirs: string) => void
  onFailed: (error: unknown) => void
  /** Called at the end. After a key press the focus should return to the name. */
  onDone: (byKey: boolean) => void
}

/**
 * Returns the props of the rename field: Enter and blur save, Escape cancels. The base is the name at the start, so another
 * user's new name is not overwritten unnoticed, and other changes of the item cause no conflict.
 */
export function useRename<T extends Named>(options: RenameOptions<T>) {
  const { thing, save, stored, onRenamed, onFailed, onDone } = options
  const [base, setBase] = useState(thing)
  const [name, setName] = useState(thing.name)
  // The field also fires blur when it unmounts at the end.
  const ended = useRef(false)
  const busy = useRef(false)
  const byKey = useRef(false)
  const end = () => {
    ended.current = true
    // The element that takes the focus next must be mounted first.
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
