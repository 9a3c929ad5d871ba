// Unsent text survives a reload, a closed tab and a sign-out.
import { useCallback, useEffect, useRef, useState } from 'react'

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
    else localStorage.setItem(PREFIX + key, text)
  } catch {
    // A full or forbidden storage: the text still stands in its field.
    return
  }
}

/**
 * A text that outlives the page, like `useState`. The key says whose and where: `${userId}.tab.${tabId}`. Another key is
 * another text: the old one is stored first.
 */
export function useDraft(key: string): [text: string, setText: (text: string) => void] {
  const [kept, setKept] = useState(() => ({ key, text: readDraft(key) }))
  const waiting = useRef<{ key: string; text: string; timer: ReturnType<typeof setTimeout> } | null>(null)
  const store = useCallback(() => {
    if (!waiting.current) return
    clearTimeout(waiting.current.timer)
    writeDraft(waiting.current.key, waiting.current.text)
    waiting.current = null
  }, [])

  if (kept.key !== key) setKept({ key, text: readDraft(key) })

  useEffect(() => {
    window.addEventListener('pagehide', store)
    return () => {
      window.removeEventListener('pagehide', store)
      store()
    }
  }, [key, store])

  const setText = useCallback(
    (text: string) => {
      setKept({ key, text })
      if (waiting.current) clearTimeout(waiting.current.timer)
      waiting.current = { key, text, timer: setTimeout(store, PAUSE) }
      if (text === '') store()
    },
    [key, store],
  )
  return [kept.text, setText]
}
