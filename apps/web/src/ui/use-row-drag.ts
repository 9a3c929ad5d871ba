import { useState, type PointerEvent } from 'react'
import { moved, placeAt } from '#lib/order.ts'

/**
 * Reorders rows by dragging their handles. `order` is the order to render during the drag; `onDrop` receives the new order.
 * Escape cancels the drag.
 */
export function useRowDrag(
  ids: readonly number[],
  elementOf: (id: number) => Element | null,
  onDrop: (order: number[], id: number) => void,
) {
  const [drag, setDrag] = useState<{ id: number; order: readonly number[] } | null>(null)

  const start = (id: number, event: PointerEvent) => {
    if (event.button !== 0 || ids.length < 2) return
    const middles = ids.filter((other) => other !== id).map((other) => middleOf(elementOf(other)))
    let order = [...ids]
    const move = (next: globalThis.PointerEvent) => {
      order = moved(ids, id, placeAt(next.clientY + window.scrollY, middles))
      setDrag({ id, order })
    }
    const end = (drop: boolean) => {
      window.removeEventListener('pointermove', move)
      window.removeEventListener('pointerup', up)
      window.removeEventListener('pointercancel', cancel)
      window.removeEventListener('keydown', key)
      setDrag(null)
      if (drop && order.some((other, place) => other !== ids[place])) onDrop(order, id)
    }
    const up = () => end(true)
    const cancel = () => end(false)
    const key = (pressed: KeyboardEvent) => pressed.key === 'Escape' && end(false)
    setDrag({ id, order: ids })
    window.addEventListener('pointermove', move)
    window.addEventListener('pointerup', up)
    window.addEventListener('pointercancel', cancel)
    window.addEventListener('keydown', key)
  }

  return { start, dragged: drag?.id ?? null, order: drag?.order ?? ids }
}

function middleOf(element: Element | null): number {
  const box = element?.getBoundingClientRect()
  return box ? box.top + window.scrollY + box.height / 2 : 0
}
