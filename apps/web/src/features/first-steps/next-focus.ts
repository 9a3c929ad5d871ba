import { useEffect, useEffectEvent, useRef, type RefObject } from 'react'

/** Where a question is typed, on the page of a chat. */
export const composer = (): HTMLElement | null => document.getElementById('composer')

/**
 * Gives the focus on when a step was done: what had it is gone from the page with its step. In a chat whose model was just
 * connected to the composer, elsewhere to what the next step offers.
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
