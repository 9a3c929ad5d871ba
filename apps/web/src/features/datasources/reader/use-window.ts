// Which sections of a text are rendered: a text may have ten million characters.
import { useState } from 'react'
import { sectionAt, sectionOfPage, type Section } from './sections.ts'

/** Sections before and after the place that are rendered at first, and with each further step. */
const STEP = 12

export interface Window {
  /** The sections that are rendered, `to` excluded. */
  from: number
  to: number
  /** The section that was jumped to, and how often a jump was made. */
  at: number
  jumps: number
}

const around = (at: number, count: number) => ({
  from: Math.max(0, at - STEP),
  to: Math.min(count, at + STEP + 1),
  at,
})

/** A page to go to; another `count` goes there again. */
export interface PageJump {
  page: number
  count: number
}

interface Shown {
  sections: readonly Section[]
  marked: number | undefined
  jump: PageJump | undefined
  window: Window
}

/**
 * Returns the rendered sections around the marked text, and functions that render more or jump. Stays at the same text when
 * it is cut in another way.
 */
export function useWindow(
  sections: readonly Section[],
  marked: number | undefined,
  jump: PageJump | undefined,
) {
  const markedAt = marked === undefined ? 0 : sectionAt(sections, marked)
  const [shown, setShown] = useState<Shown>(() => ({
    sections,
    marked,
    jump: undefined,
    window: { ...around(markedAt, sections.length), jumps: 0 },
  }))
  const next = followed(shown, { sections, marked, markedAt, jump })
  if (next !== shown) setShown(next)
  const { window } = next
  const change = (part: Partial<Window>) => setShown({ ...next, window: { ...window, ...part } })
  return {
    window,
    markedAt,
    showEarlier: () => change({ from: Math.max(0, window.from - STEP) }),
    showLater: () => change({ to: Math.min(sections.length, window.to + STEP) }),
    jumpTo: (at: number) => change({ ...around(at, sections.length), jumps: window.jumps + 1 }),
  }
}

interface WindowTarget extends Omit<Shown, 'window'> {
  markedAt: number
}

/** Returns what is shown after the text, its mark or the wanted page changed; the same when nothing did. */
function followed(shown: Shown, { sections, marked, markedAt, jump }: WindowTarget): Shown {
  const { window } = shown
  const count = sections.length
  if (jump && jump !== shown.jump) {
    const at = sectionOfPage(sections, jump.page)
    return { sections, marked, jump, window: { ...around(at, count), jumps: window.jumps + 1 } }
  }
  if (marked !== shown.marked)
    return { ...shown, sections, marked, window: { ...around(markedAt, count), jumps: window.jumps } }
  if (sections === shown.sections) return shown
  const placeOf = (index: number) => shown.sections[index]?.from ?? 0
  const from = sectionAt(sections, placeOf(window.from))
  const last = Math.max(window.from, window.to - 1)
  const to = Math.min(count, Math.max(from, sectionAt(sections, placeOf(last))) + 1)
  return {
    ...shown,
    sections,
    window: { from, to, at: sectionAt(sections, placeOf(window.at)), jumps: window.jumps },
  }
}
