// Drafts survive a reload, a closed tab and an expired session; signing out deletes them (forget.ts).
import { useCallback, useLayoutEffect, useRef, useState } from 'react'
import { hasLeft } from './session.ts'

const PREFIX = 'polylogue.draft.'
/** Debounce in milliseconds before a draft is stored; leaving the page stores it at once. */
const PAUSE = 250

/** Returns the stored draft; '' when there is none. */
export function readDraft(key: string): string {
  try {
    return localStorage.getItem(PREFIX + key) ?? ''
  } catch {
    return ''
  }
}

/** Stores a draft; '' deletes it. */
export function writeDraft(key: string, text: string): void {
  try {
    if (text === '') localStorage.removeItem(PREFIX + key)
    else if (!hasLeft()) localStorage.setItem(PREFIX + key, text)
  } catch {
    // The storage is full or disabled: the text is still in its field.
    return
  }
}

/**
 * Stores a draft, debounced, and when the page is left. The key names owner and place. When the
 * key changes, the old text is stored first.
 */
export function useKeptDraft(key: string): (text: string) => void {
  const waiting = useRef<{ key: string; text: string; timer: ReturnType<typeof setTimeout> } | null>(null)
  const store = useCallback(() => {
    if (!waiting.current) return
    clearTimeout(waiting.current.timer)
    writeDraft(waiting.current.key, waiting.current.text)
    waiting.current = null
  }, [])
  // With the field, so that this text is stored before anything else reads or changes the draft.
  useLayoutEffect(() => {
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

/** Like `useState` for a text that is stored as a draft. Another key is another draft. */
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

/** Returns the values that a draft has as JSON. */
export function valuesInDraft<Values extends object>(draft: string, empty: Values): Values {
  if (draft === '') return empty
  try {
    return { ...empty, ...(JSON.parse(draft) as Partial<Values>) }
  } catch {
    return empty
  }
}
