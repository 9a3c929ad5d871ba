import { useLayoutEffect, useRef, useState, type RefObject } from 'react'
import { placeCard, type Box, type Placed } from './place.ts'
import type { Step } from './scenario.ts'

/** Returns the position of the card of `ref` beside its target; undefined until its size is measured. */
export function usePlaced(
  target: Box | null,
  step: Pick<Step, 'offset' | 'shift'> | undefined,
): { ref: RefObject<HTMLDivElement | null>; placed: Placed | undefined } {
  const ref = useRef<HTMLDivElement>(null)
  const [size, setSize] = useState<{
    card: Pick<Box, 'width' | 'height'>
    view: Pick<Box, 'width' | 'height'>
  }>()
  useLayoutEffect(() => {
    const card = ref.current
    if (!card) return undefined
    const measure = () =>
      setSize({
        card: { width: card.offsetWidth, height: card.offsetHeight },
        view: { width: window.innerWidth, height: window.innerHeight },
      })
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(card)
    window.addEventListener('resize', measure)
    return () => {
      observer.disconnect()
      window.removeEventListener('resize', measure)
    }
  }, [])
  return { ref, placed: size && placeCard(target, size.card, size.view, step?.offset ?? 0, step?.shift) }
}
