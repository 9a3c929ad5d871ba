// Keyboard shortcuts of the whole page (shell specification, section 4): Ctrl or Cmd with Shift and a key.
import { useEffect, useEffectEvent } from 'react'

/** Calls `act` for Ctrl+Shift or Cmd+Shift with the key of that name (`event.code`), which a keyboard's language does not move. */
export function useShortcut(code: string, act: () => void, active = true): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || !event.shiftKey || event.altKey || event.code !== code) return
    // A dialog keeps its keys to itself.
    if (document.querySelector('[aria-modal="true"]')) return
    event.preventDefault()
    act()
  })
  useEffect(() => {
    if (!active) return undefined
    const listener = (event: KeyboardEvent) => onKey(event)
    window.addEventListener('keydown', listener)
    return () => window.removeEventListener('keydown', listener)
  }, [active])
}
