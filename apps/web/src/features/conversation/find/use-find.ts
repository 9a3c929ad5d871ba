// The logic of the find bar; find-bar.tsx renders it.
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useApi } from '#lib/api.ts'
import { loadWhole } from '../messages/index.ts'
import type { Bottom } from '../scroll/bottom.ts'
import { Finder, NOTHING, type FindResult } from './finder.ts'

export interface Find {
  phrase: string
  found: FindResult
  search(phrase: string): void
  /** Goes to the next match, or with -1 to the previous one. */
  step(by: 1 | -1): void
  loading: 'done' | 'loading' | 'failed'
}

/** Finds in a tab; loads the remaining messages while `more` is true. */
export function useFind(tabId: number, bottom: Bottom, more: boolean): Find {
  const [phrase, setPhrase] = useState('')
  const [found, setFound] = useState<FindResult>(NOTHING)
  const finder = useRef<Finder | undefined>(undefined)
  const loading = useWhole(tabId, phrase.trim() !== '' && more)
  useEffect(() => () => finder.current?.end(), [])
  const search = (next: string) => {
    const shown = bottom.shown()
    if (shown) finder.current ??= new Finder(shown.content, shown.box, setFound)
    setPhrase(next)
    if (next.trim() !== '') bottom.letGo()
    finder.current?.search(next)
  }
  const step = (by: 1 | -1) => {
    bottom.letGo()
    finder.current?.step(by)
  }
  return { phrase, found, search, step, loading }
}

/** Loads the remaining messages page by page while `wanted`. */
function useWhole(tabId: number, wanted: boolean): Find['loading'] {
  const api = useApi()
  const cache = useQueryClient()
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    if (!wanted) return undefined
    const control = new AbortController()
    loadWhole(api, cache, tabId, control.signal).catch(() => {
      if (!control.signal.aborted) setFailed(true)
    })
    return () => control.abort()
  }, [api, cache, tabId, wanted])
  if (!wanted) return 'done'
  return failed ? 'failed' : 'loading'
}

/** Returns a function that closes the bar and restores the focus. */
export function useReturn(onClose: () => void): () => void {
  const [before] = useState(() => document.activeElement)
  return () => {
    onClose()
    if (before instanceof HTMLElement && before.isConnected && before !== document.body) before.focus()
    else document.getElementById('composer')?.focus()
  }
}

/** Handles F3 anywhere on the page; the shortcut that opened the bar focuses it again. */
export function useFindKeys(step: (by: 1 | -1) => void, again: () => void): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (document.querySelector('[aria-modal="true"]')) return
    const back = event.code === 'KeyF' && event.shiftKey && (event.ctrlKey || event.metaKey)
    if (event.key === 'F3') step(event.shiftKey ? -1 : 1)
    else if (back) again()
    else return
    event.preventDefault()
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event)
    window.addEventListener('keydown', listener)
    return () => window.removeEventListener('keydown', listener)
  }, [])
}
