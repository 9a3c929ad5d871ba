// Escape for the whole page, unless it closes or cancels something else: no dialog, no menu, no field.
import { useEffect, useEffectEvent } from 'react'
import { COMPOSER, isField, isOverlayOpen } from './composer-focus.ts'

type Pressed = Pick<
  KeyboardEvent,
  'key' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey' | 'isComposing' | 'defaultPrevented' | 'repeat'
>

interface Focused {
  id: string
  matches(selector: string): boolean
}

/** Returns whether the key is a plain Escape that nothing else has handled. */
export function isEscape(pressed: Pressed): boolean {
  const { key, shiftKey, ctrlKey, metaKey, altKey, isComposing, defaultPrevented, repeat } = pressed
  if (key !== 'Escape' || shiftKey || ctrlKey || metaKey || altKey) return false
  return !isComposing && !defaultPrevented && !repeat
}

/** Returns whether Escape can mean the page; in a field it cancels what is typed, except in the message field. */
export const isFreeAt = (focused: Focused | null, overlay: boolean): boolean =>
  !overlay && (focused === null || focused.id === COMPOSER || !isField(focused))

/**
 * Calls `act` for Escape while `active`. With several on a page, the one on the document comes first and the one on the window
 * only if there is none.
 */
export function useEscape(active: boolean, act: () => void, place: 'document' | 'window' = 'window'): void {
  const run = useEffectEvent(act)
  useEffect(() => {
    if (!active) return undefined
    const target = place === 'document' ? document : window
    let isFree = false
    // Before other handlers: a menu or field that Escape closes is gone afterwards.
    const before = () => {
      isFree = isFreeAt(document.activeElement, isOverlayOpen())
    }
    const after = (event: Event) => {
      if (!isFree || !isEscape(event as KeyboardEvent)) return
      event.preventDefault()
      run()
    }
    window.addEventListener('keydown', before, { capture: true })
    target.addEventListener('keydown', after)
    return () => {
      window.removeEventListener('keydown', before, { capture: true })
      target.removeEventListener('keydown', after)
    }
  }, [active, place])
}
