import { useEffect, useState, type RefCallback } from 'react'

/** Scrolls several boxes to the same position, each up to its own end. */
class ScrollSync {
  #on = true
  readonly #boxes = new Set<HTMLElement>()
  /** Position set by this class, so that the resulting scroll event is ignored. */
  readonly #put = new WeakMap<HTMLElement, number>()

  readonly ref: RefCallback<HTMLElement> = (box) => {
    if (!box) return undefined
    this.#boxes.add(box)
    const scrolled = () => this.#scrolled(box)
    box.addEventListener('scroll', scrolled, { passive: true })
    return () => {
      this.#boxes.delete(box)
      box.removeEventListener('scroll', scrolled)
    }
  }

  readonly turn = (on: boolean): void => {
    this.#on = on
  }

  #scrolled(box: HTMLElement): void {
    const put = this.#put.get(box)
    this.#put.delete(box)
    if (!this.#on || (put !== undefined && Math.abs(put - box.scrollTop) < 1)) return
    for (const other of this.#boxes) {
      if (other === box || other.scrollTop === box.scrollTop) continue
      other.scrollTop = box.scrollTop
      this.#put.set(other, other.scrollTop)
    }
  }
}

/** Returns the ref for each box that scrolls with the others while `on`. */
export function useSyncScroll(on: boolean): RefCallback<HTMLElement> {
  const [sync] = useState(() => new ScrollSync())
  useEffect(() => sync.turn(on), [sync, on])
  return sync.ref
}
