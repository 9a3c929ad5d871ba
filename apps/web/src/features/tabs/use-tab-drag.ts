import { useState, type PointerEvent } from 'react'
import { moved, placeAt } from '#lib/order.ts'

/** Distance, in pixels, from which a press becomes a drag. */
const THRESHOLD = 6

interface Drag {
  id: number
  order: readonly number[]
}

/**
 * Reorders tabs with the pointer. Render `order` meanwhile, put `start` on the pointerdown of each tab; `onDrop` receives
 * the new order if it changed. Touch scrolls the row instead.
 */
export function useTabDrag(
  ids: readonly number[],
  elementOf: (id: number) => Element | null,
  onDrop: (order: number[]) => void,
) {
  const [drag, setDrag] = useState<Drag | null>(null)

  const start = (id: number, event: PointerEvent) => {
    if (event.button !== 0 || event.pointerType === 'touch' || ids.length < 2) return
    const from = event.clientX
    const others = ids.filter((other) => other !== id)
    const middles = others.map((other) => middleOf(elementOf(other)))
    let order: number[] | null = null
    const move = (next: globalThis.PointerEvent) => {
      if (order === null && Math.abs(next.clientX - from) < THRESHOLD) return
      order = moved(ids, id, placeAt(next.clientX, middles))
      setDrag({ id, order })
    }
    const end = (drop: boolean) => {
      window.removeEventListener('pointermove', move)
      window.removeEventListener('pointerup', up)
      window.removeEventListener('pointercancel', cancel)
      window.removeEventListener('keydown', key)
      setDrag(null)
      if (drop && order && order.some((other, index) => other !== ids[index])) onDrop(order)
    }
    const up = () => end(true)
    const cancel = () => end(false)
    const key = (pressed: KeyboardEvent) => pressed.key === 'Escape' && end(false)
    window.addEventListener('pointermove', move)
    window.addEventListener('pointerup', up)
    window.addEventListener('pointercancel', cancel)
    window.addEventListener('keydown', key)
  }

  return { start, dragged: drag?.id ?? null, order: drag?.order ?? ids }
}

function middleOf(element: Element | null): number {
  const box = element?.getBoundingClientRect()
  return box ? box.left + box.width / 2 : 0
}
