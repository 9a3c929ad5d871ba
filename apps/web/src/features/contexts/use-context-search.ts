import type { Context, ContextTypeId } from '@polylogue/contract'
import { useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react'
import { useSettled } from '#lib/use-settled.ts'
import { useFindContexts, useFoundContexts } from './api.ts'

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
  const waiting = q !== text.trim() || found.isPlaceholderData
  const free = (contexts: readonly Context[]) => contexts.filter(({ id }) => !exclude.includes(id))
  const offered = free(found.data ?? [])
  const active = chosenByEnter(offered, at, !waiting && q !== '')
  const end = () => {
    setOpen(false)
    setAt(-1)
  }
  const choose = (context: Context) => {
    setText('')
    end()
    onChoose(context)
  }
  const enter = useLateEnter(types, text, (matches) => {
    const only = chosenByEnter(free(matches), -1, true)
    if (only) choose(only)
  })
  const move = (step: 1 | -1) => (open ? setAt(movedBy(step, at, offered.length)) : setOpen(true))
  const onKey = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'ArrowDown') move(1)
    else if (event.key === 'ArrowUp') move(-1)
    // Prevents Enter from submitting the form around the field.
    else if (event.key === 'Enter') {
      if (open && active) choose(active)
      else void enter()
    } else if (event.key === 'Escape' && open) end()
    else return
    event.preventDefault()
  }
  return {
    text,
    q,
    waiting,
    found,
    offered,
    /** The option that Enter chooses. */
    active,
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

/**
 * Returns a function for an Enter that comes before the matches: passes them on unless the text has changed. The list says
 * why a search failed.
 */
function useLateEnter(
  types: readonly ContextTypeId[],
  text: string,
  onFound: (matches: readonly Context[]) => void,
): () => Promise<void> {
  const find = useFindContexts(types)
  const typed = useRef(text)
  useLayoutEffect(() => {
    typed.current = text
  }, [text])
  return async () => {
    if (text.trim() === '') return
    const matches = await find(text.trim()).catch(() => [])
    if (typed.current === text) onFound(matches)
  }
}

function movedBy(step: 1 | -1, at: number, count: number): number {
  const from = at < 0 && step < 0 ? 0 : at
  return count === 0 ? -1 : (from + step + count) % count
}

/** Returns the option that the arrow keys reached, or the only match of a text. */
export const chosenByEnter = <T>(offered: readonly T[], at: number, searched: boolean): T | undefined =>
  offered[at] ?? (searched && offered.length === 1 ? offered[0] : undefined)
