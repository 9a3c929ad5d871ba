// Keeps a conversation at its end while the reader is there, and leaves it alone while they read further up.
import { useCallback, useState, useSyncExternalStore, type RefCallback } from 'react'

/** Nearer to the end than this counts as being there. */
const NEAR = 24
/** Further away than this, a way back is offered. */
const FAR = 160

/** A scrolling box and what it scrolls: `box` and `content` are their refs. */
export class Bottom {
  #element: HTMLElement | undefined
  #content: HTMLElement | undefined
  #stuck = true
  #away = false
  #top = 0
  #height = 0
  readonly #listeners = new Set<() => void>()
  readonly #sizes = new ResizeObserver(() => {
    if (this.#stuck) this.#toEnd()
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
    this.#stuck = true
    this.#setAway(false)
    this.#toEnd()
  }

  /** The box and what it scrolls, while they are on the page. */
  readonly shown = (): { box: HTMLElement; content: HTMLElement } | undefined =>
    this.#element && this.#content ? { box: this.#element, content: this.#content } : undefined

  /** Something further up is to be shown: growing no longer pulls to the end. */
  readonly letGo = (): void => {
    this.#stuck = false
  }

  /** Whether the reader is at the end and stays there. */
  readonly isAtEnd = (): boolean => this.#stuck

  readonly isAway = (): boolean => this.#away

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Calls `near` when the beginning of what is shown comes near `mark`; returns what ends that. */
  watchBeginning(mark: Element, near: () => void): () => void {
    const root = this.#element ?? null
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return
        // Browsers keep the place of what is read when something comes in above it, but not at the very top.
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

  #scrolled(box: HTMLElement): void {
    const gap = box.scrollHeight - box.scrollTop - box.clientHeight
    // Moving up lets go at once, however little: the next token must not pull the reader back down.
    if (box.scrollTop < this.#top - 1 && box.scrollHeight >= this.#height && gap > 1) this.#stuck = false
    else if (gap < NEAR) this.#stuck = true
    this.#top = box.scrollTop
    this.#height = box.scrollHeight
    this.#setAway(!this.#stuck && gap > FAR)
  }

  #setAway(away: boolean): void {
    if (away === this.#away) return
    this.#away = away
    this.#listeners.forEach((listener) => listener())
  }
}

export function useBottom(): Bottom {
  const [bottom] = useState(() => new Bottom())
  return bottom
}

/** Whether the reader is away from the end. */
export const useAway = (bottom: Bottom): boolean => useSyncExternalStore(bottom.subscribe, bottom.isAway)

/** The ref of the mark at the beginning: `load` is called when it comes near, while there is more. */
export function useOlder(bottom: Bottom, more: boolean, load: () => void): RefCallback<HTMLDivElement> {
  return useCallback(
    (mark) => {
      if (!mark || !more) return undefined
      // The box is attached after what it holds.
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
