// Keeps a conversation scrolled to its end while the reader is there, or to a linked message until the reader scrolls;
// otherwise does not move it.
import { useCallback, useState, type RefCallback } from 'react'
import { createStore, useStore } from '#lib/store.ts'

/** Distance from the end, in pixels, that still counts as being at the end. */
const NEAR = 24
/** Distance, in pixels, from which the button to the end is shown. */
const FAR = 160

/** A scroll container and its content; `box` and `content` are their refs. */
export class Bottom {
  #element: HTMLElement | undefined
  #content: HTMLElement | undefined
  #stuck = true
  /** The message that stays in view while others are still rendered around it. */
  #held: HTMLElement | undefined
  #top = 0
  #height = 0
  /** Whether the reader is far from the end. */
  readonly away = createStore(false)
  readonly #sizes = new ResizeObserver(() => {
    if (this.#held?.isConnected) this.#toHeld(this.#held)
    else if (this.#stuck) this.#toEnd()
  })

  readonly box: RefCallback<HTMLDivElement> = (box) => {
    if (!box) return undefined
    this.#element = box
    const scrolled = () => this.#scrolled(box)
    this.#toEnd()
    this.#sizes.observe(box)
    box.addEventListener('scroll', scrolled, { passive: true })
    return () => {
      this.#sizes.unobserve(box)
      box.removeEventListener('scroll', scrolled)
      this.#element = undefined
    }
  }

  readonly content: RefCallback<HTMLDivElement> = (content) => {
    if (!content) return undefined
    this.#content = content
    this.#sizes.observe(content)
    return () => {
      this.#content = undefined
      this.#sizes.unobserve(content)
    }
  }

  readonly jump = (): void => {
    this.#held = undefined
    this.#stuck = true
    this.away.set(false)
    this.#toEnd()
  }

  /** Returns the container and its content while they are mounted. */
  readonly shown = (): { box: HTMLElement; content: HTMLElement } | undefined =>
    this.#element && this.#content ? { box: this.#element, content: this.#content } : undefined

  /** Stops following the end, because something further up is to be shown. */
  readonly letGo = (): void => {
    this.#stuck = false
  }

  /** Scrolls to a message and keeps it in view until the reader scrolls. */
  readonly hold = (element: HTMLElement): void => {
    this.#stuck = false
    this.#held = element
    this.#toHeld(element)
  }

  /** Whether the reader is at the end and follows it. */
  readonly isAtEnd = (): boolean => this.#stuck

  /** Calls `near` when `mark` comes near the viewport; returns a function that ends that. */
  watchBeginning(mark: Element, near: () => void): () => void {
    const root = this.#element ?? null
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return
        // Scroll anchoring does not work at the very top.
        if (this.#element && this.#element.scrollTop < 1) this.#element.scrollTop = 1
        near()
      },
      { root, rootMargin: '800px 0px 0px' },
    )
    observer.observe(mark)
    return () => observer.disconnect()
  }

  #toEnd(): void {
    if (this.#element) this.#element.scrollTop = this.#element.scrollHeight
  }

  #toHeld(element: HTMLElement): void {
    element.scrollIntoView({ block: 'start' })
    if (!this.#element) return
    const { scrollTop, scrollHeight, clientHeight } = this.#element
    this.#top = scrollTop
    this.#height = scrollHeight
    // An answer may grow below without a scroll event.
    this.away.set(scrollHeight - scrollTop - clientHeight > FAR)
  }

  #scrolled(box: HTMLElement): void {
    const gap = box.scrollHeight - box.scrollTop - box.clientHeight
    // A change of height moves the view, too; the observer of sizes then returns to the held message.
    const byReader = box.scrollHeight === this.#height && Math.abs(box.scrollTop - this.#top) > 1
    if (this.#held && !byReader) return this.away.set(gap > FAR)
    this.#held = undefined
    // Any scroll up stops following at once: the next token must not pull the reader back down.
    if (box.scrollTop < this.#top - 1 && box.scrollHeight >= this.#height && gap > 1) this.#stuck = false
    else if (gap < NEAR) this.#stuck = true
    this.#top = box.scrollTop
    this.#height = box.scrollHeight
    this.away.set(!this.#stuck && gap > FAR)
  }
}

export function useBottom(): Bottom {
  const [bottom] = useState(() => new Bottom())
  return bottom
}

/** Whether the reader is away from the end. */
export const useAway = (bottom: Bottom): boolean => useStore(bottom.away)

/** Returns a ref for the mark at the beginning: calls `load` when it comes near, while `more`. */
export function useOlder(bottom: Bottom, more: boolean, load: () => void): RefCallback<HTMLDivElement> {
  return useCallback(
    (mark) => {
      if (!mark || !more) return undefined
      // The ref of the box is set after those of its children.
      let end = () => undefined as void
      const timer = setTimeout(() => {
        end = bottom.watchBeginning(mark, load)
      })
      return () => {
        clearTimeout(timer)
        end()
      }
    },
    [bottom, more, load],
  )
}
