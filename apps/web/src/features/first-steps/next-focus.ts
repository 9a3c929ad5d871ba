import { useEffect, useEffectEvent, useRef, type RefObject } from 'react'

/** Selector of the composer on a chat page. */
export const composer = (): HTMLElement | null => document.getElementById('composer')

/**
 * Moves the focus when a completed step disappears: to the composer in a chat whose model was just connected, elsewhere to
 * the first control of the next step.
 */
export function useNextFocus(guide: RefObject<HTMLElement | null>, done: number, inChat: boolean): void {
  const before = useRef(done)
  const move = useEffectEvent(() => {
    if (document.activeElement !== document.body) return
    const within = (selector: string) => guide.current?.querySelector<HTMLElement>(selector)
    const next = within('[aria-current] :is(a, button, input)') ?? within('header button')
    const field = inChat ? composer() : null
    ;(field ?? next)?.focus()
  })
  useEffect(() => {
    const isFurther = done > before.current
    before.current = done
    if (isFurther) move()
  }, [done])
}
