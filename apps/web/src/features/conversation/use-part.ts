// A long chat is drawn from its end: what fills the window at once, what is above it bit by bit, what is far above when it is
// asked for.
import { startTransition, useCallback, useEffect, useState } from 'react'
import type { Turn } from './turns.ts'

/** Turns that are drawn without being asked for, and how many more each time. */
const USUAL = 30
/** Turns that are drawn in one go where everything is wanted: each go moves the whole page once, and too many hold up a stream. */
const STEP = 100

/** What of a chat's turns is drawn. */
export interface Drawn {
  all: readonly Turn[]
  part: readonly Turn[]
  whole: boolean
  /** Draws more of what is above. */
  more(): void
}

/** The turns that are drawn, the newest at once; with `everything` all of them, as soon as the browser has time for it. */
export function usePart(all: readonly Turn[], everything: boolean): Drawn {
  const [wanted, setWanted] = useState(USUAL)
  const [oldest, setOldest] = useState<string | undefined>(undefined)
  if (everything && wanted !== Infinity) setWanted(Infinity)
  const at =
    oldest === undefined ? beginOf(all, window.innerHeight) : all.findIndex(({ key }) => key === oldest)
  // The oldest that was drawn may have been deleted: then all are.
  const from = Math.max(0, at)
  const goal = Math.max(0, all.length - wanted)
  const next = from > goal ? all[Math.max(goal, from - STEP)]?.key : undefined
  useEffect(() => {
    if (next !== undefined) startTransition(() => setOldest(next))
  }, [next])
  const more = useCallback(() => setWanted((now) => now + USUAL), [])
  return { all, part: from === 0 ? all : all.slice(from), whole: from === 0, more }
}

/** Head, actions and gaps of a turn; a line of its text, and a line end in it. In pixels, rather too few than too many. */
const FRAME = 130
const LINE = { height: 22, letters: 100 }
const LINE_END = 12

/** Where the turns begin that surely fill a window: with fewer, the end would stand too high and jump down. */
export function beginOf(all: readonly Turn[], height: number): number {
  let index = all.length
  for (let filled = 0; index > 0 && filled < height; index -= 1) {
    const { message, run } = all[index - 1]?.versions.at(-1) ?? {}
    const text = message?.responseText ?? run?.answer.text ?? ''
    const ends = text.length < 20_000 ? text.split('\n').length - 1 : 0
    filled += FRAME + Math.floor(text.length / LINE.letters) * LINE.height + ends * LINE_END
  }
  return index
}
