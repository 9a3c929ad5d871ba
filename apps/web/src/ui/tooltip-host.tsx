import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { KeyLabel } from './key-label.tsx'
import css from './tooltip.module.css'

const DELAY_MS = 500
const GAP = 6
const EDGE = 8

/** Shows the tooltips of the whole page, one at a time: above the target, or below it where there is no room. */
export function TooltipHost() {
  const target = useTarget()
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (target && box.current) place(box.current, target.getBoundingClientRect())
  }, [target])
  if (!target) return null
  const { tip, tipKeys } = target.dataset
  return (
    <div ref={box} role="tooltip" className={css.tooltip}>
      {tip}
      {tipKeys && <KeyLabel keys={tipKeys} className={css.keys} />}
    </div>
  )
}

function place(box: HTMLElement, named: DOMRect): void {
  const { offsetWidth: width, offsetHeight: height } = box
  const above = named.top - height - GAP
  const top = above >= EDGE ? above : named.bottom + GAP
  const middle = named.left + named.width / 2 - width / 2
  const left = Math.max(EDGE, Math.min(middle, innerWidth - width - EDGE))
  Object.assign(box.style, { top: `${top}px`, left: `${left}px` })
}

/** Returns the element on which pointer or focus have stayed long enough. */
function useTarget(): HTMLElement | null {
  const [target, setTarget] = useState<HTMLElement | null>(null)
  useEffect(() => {
    const control = new AbortController()
    const options = { signal: control.signal, capture: true, passive: true }
    let waiting: HTMLElement | null = null
    let timer: ReturnType<typeof setTimeout> | undefined
    const stand = (on: HTMLElement | null) => {
      if (on === waiting) return
      clearTimeout(timer)
      waiting = on
      setTarget(null)
      if (on) timer = setTimeout(() => on.isConnected && setTarget(on), DELAY_MS)
    }
    const named = ({ target: element }: Event) =>
      element instanceof Element ? element.closest<HTMLElement>('[data-tip]') : null
    const hide = () => {
      clearTimeout(timer)
      setTarget(null)
    }
    document.addEventListener(
      'pointerover',
      (event) => event.pointerType !== 'touch' && stand(named(event)),
      options,
    )
    document.addEventListener(
      'focusin',
      (event) => {
        const element = named(event)
        stand(element?.matches(':focus-visible') ? element : null)
      },
      options,
    )
    document.addEventListener('focusout', () => stand(null), options)
    document.documentElement.addEventListener('pointerleave', () => stand(null), options)
    for (const end of ['pointerdown', 'scroll', 'keydown']) document.addEventListener(end, hide, options)
    return () => {
      control.abort()
      clearTimeout(timer)
    }
  }, [])
  return target
}
