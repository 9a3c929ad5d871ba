// Unsent text survives a reload, a closed tab and a session that ends by itself; signing out forgets it (forget.ts).
import { useCallback, useEffect, useRef, useState } from 'react'
import { hasLeft } from './session.ts'

const PREFIX = 'polylogue.draft.'
/** A pause in typing after which the text is stored; leaving the page stores it at once. */
const PAUSE = 250

/** What is kept under a key; '' when nothing is. */
export function readDraft(key: string): string {
  try {
    return localStorage.getItem(PREFIX + key) ?? ''
  } catch {
    return ''
  }
}

/** Keeps a text under a key; '' forgets it. */
export function writeDraft(key: string, text: string): void {
  try {
    if (text === '') localStorage.removeItem(PREFIX + key)
    else if (!hasLeft()) localStorage.setItem(PREFIX + key, text)
  } catch {
    // A full or forbidden storage: the text still stands in its field.
    return
  }
}

/**
 * Keeps a text under a key once typing pauses, and when the page is left. The key says whose and where:
 * `${userId}.tab.${tabId}`. Under another key the old text is stored first.
 */
export function useKeptDraft(key: string): (text: string) => void {
  const waiting = useRef<{ key: string; text: string; timer: ReturnType<typeof setTimeout> } | null>(null)
  const store = useCallback(() => {
    if (!waiting.current) return
    clearTimeout(waiting.current.timer)
    writeDraft(waiting.current.key, waiting.current.text)
    waiting.current = null
  }, [])
  useEffect(() => {
    window.addEventListener('pagehide', store)
    return () => {
      window.removeEventListener('pagehide', store)
      store()
    }
  }, [key, store])
  return useCallback(
    (text: string) => {
      if (waiting.current) clearTimeout(waiting.current.timer)
      waiting.current = { key, text, timer: setTimeout(store, PAUSE) }
      if (text === '') store()
    },
    [key, store],
  )
}

/** A text that outlives the page, like `useState`. Another key is another text. */
export function useDraft(key: string): [text: string, setText: (text: string) => void] {
  const [kept, setKept] = useState(() => ({ key, text: readDraft(key) }))
  const keep = useKeptDraft(key)
  if (kept.key !== key) setKept({ key, text: readDraft(key) })
  const setText = useCallback(
    (text: string) => {
      setKept({ key, text })
      keep(text)
    },
    [key, keep],
  )
  return [kept.text, setText]
}
