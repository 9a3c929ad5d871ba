import type { Context, ContextTypeId } from '@polylogue/contract'
import { useState, type KeyboardEvent } from 'react'
import { useSettled } from '../../lib/use-settled.ts'
import { useFoundContexts } from './api.ts'

/** Returns the search text, the matches, and the option that Enter chooses. */
export function useContextSearch(
  types: readonly ContextTypeId[],
  exclude: readonly number[],
  onChoose: (context: Context) => void,
) {
  const [text, setText] = useState('')
  const [open, setOpen] = useState(false)
  const [at, setAt] = useState(-1)
  const q = useSettled(text.trim(), 200)
  const found = useFoundContexts({ q, types, asked: open })
  const offered = (found.data ?? []).filter(({ id }) => !exclude.includes(id))
  const end = () => {
    setOpen(false)
    setAt(-1)
  }
  const choose = (context: Context) => {
    setText('')
    end()
    onChoose(context)
  }
  const move = (step: 1 | -1) => {
    if (!open) return setOpen(true)
    const from = at < 0 && step < 0 ? 0 : at
    setAt(offered.length === 0 ? -1 : (from + step + offered.length) % offered.length)
  }
  const onKey = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const context = open ? offered[at] : undefined
    if (event.key === 'ArrowDown') move(1)
    else if (event.key === 'ArrowUp') move(-1)
    // Prevents Enter from submitting the form around the field.
    else if (event.key === 'Enter') {
      if (context) choose(context)
    } else if (event.key === 'Escape' && open) end()
    else return
    event.preventDefault()
  }
  return {
    text,
    q,
    waiting: q !== text.trim() || found.isPlaceholderData,
    found,
    offered,
    /** The option that Enter chooses. */
    active: offered[at],
    open,
    choose,
    end,
    onKey,
    begin: () => setOpen(true),
    type(next: string) {
      setText(next)
      setOpen(true)
      setAt(-1)
    },
  }
}
