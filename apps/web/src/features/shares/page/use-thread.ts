import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { SharedMessage } from '@polylogue/contract'
import { whenIdle } from '#lib/idle.ts'
import { leastHeight } from '#ui/markdown/index.ts'

/** Distances from the end in pixels: up to the first one follows what comes, from the second one the button is shown. */
const NEAR = 24
const FAR = 160
/** Minimum height in pixels of a question, the head of its answer and the gaps. */
const FRAME = 130

interface Options {
  messages: readonly SharedMessage[]
  /** Opens at the newest message; else at the top, like a document. */
  atEnd: boolean
  /** Whether there are older messages, and none are being loaded. */
  more: boolean
  onOlder: () => void
  /** Renders all messages, for the printer. */
  whole: boolean
}

/**
 * Scrolls a thread: it opens at one end, stays there while the reader does, and loads older messages without moving what is
 * in view. First it renders only what fills the window.
 */
export function useThread({ messages, atEnd, more, onOlder, whole }: Options) {
  const box = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const mark = useRef<HTMLDivElement>(null)
  const stuck = useRef(atEnd)
  const [away, setAway] = useState(false)
  const [filled, setFilled] = useState(false)
  useEffect(() => {
    whenIdle(() => setFilled(true))
  }, [])
  const toEnd = useCallback(() => {
    stuck.current = true
    setAway(false)
    if (box.current) box.current.scrollTop = box.current.scrollHeight
  }, [])
  useStaysAtEnd(box, content, stuck, toEnd, setAway)
  useKeepsPlace(box, messages[0]?.position)
  useEffect(() => {
    const [element, root] = [mark.current, box.current]
    if (!element || !root || !more || !filled) return undefined
    const seen = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return
        // Scroll anchoring does not work at the very top.
        if (root.scrollTop < 1) root.scrollTop = 1
        onOlder()
      },
      { root, rootMargin: '800px 0px 0px' },
    )
    seen.observe(element)
    return () => seen.disconnect()
  }, [more, filled, onOlder])
  const drawn = filled || whole ? messages : fillOf(messages, atEnd, window.innerHeight)
  return { box, content, mark, away, toEnd, drawn }
}

/** Returns the messages that surely fill a window, from the end or from the beginning. */
export function fillOf(
  messages: readonly SharedMessage[],
  atEnd: boolean,
  height: number,
): readonly SharedMessage[] {
  const ordered = atEnd ? messages.toReversed() : messages
  let sum = 0
  const count = ordered.findIndex(({ answer }) => (sum += FRAME + leastHeight(answer)) >= height)
  if (count < 0) return messages
  return atEnd ? messages.slice(-count - 1) : messages.slice(0, count + 1)
}

type Box = React.RefObject<HTMLElement | null>

function useStaysAtEnd(
  box: Box,
  content: Box,
  stuck: React.RefObject<boolean>,
  toEnd: () => void,
  setAway: (away: boolean) => void,
): void {
  useLayoutEffect(() => {
    const [element, inner] = [box.current, content.current]
    if (!element || !inner) return undefined
    let [top, height] = [element.scrollTop, element.scrollHeight]
    if (stuck.current) toEnd()
    const sizes = new ResizeObserver(() => stuck.current && toEnd())
    sizes.observe(inner)
    sizes.observe(element)
    const scrolled = () => {
      const gap = element.scrollHeight - element.scrollTop - element.clientHeight
      if (element.scrollTop < top - 1 && element.scrollHeight >= height && gap > 1) stuck.current = false
      else if (gap < NEAR) stuck.current = true
      top = element.scrollTop
      height = element.scrollHeight
      setAway(!stuck.current && gap > FAR)
    }
    element.addEventListener('scroll', scrolled, { passive: true })
    return () => {
      sizes.disconnect()
      element.removeEventListener('scroll', scrolled)
    }
  }, [box, content, stuck, toEnd, setAway])
}

/** Moves the view with what was added above, in browsers that do not. */
function useKeepsPlace(box: Box, first: number | undefined): void {
  const before = useRef({ first, height: 0 })
  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    const { first: known, height } = before.current
    const isOlder = first !== undefined && known !== undefined && first < known
    if (isOlder && !CSS.supports('overflow-anchor', 'auto'))
      element.scrollBy(0, element.scrollHeight - height)
    before.current = { first, height: element.scrollHeight }
  })
}
