// A long chat is drawn from its end: what fills the window at once, what is above it bit by bit, what is far above when it is
// asked for.
import { startTransition, useCallback, useEffect, useEffectEvent, useState } from 'react'
import { whenIdle } from '../../../lib/idle.ts'
import { leastHeight } from '../../../ui/markdown/index.ts'
import type { Turn } from '../versions/index.ts'

/** Turns that are drawn without being asked for, and how many more each time. */
const USUAL = 30
/** So many more may come at the end before those at the beginning go: an hour of answers would fill the memory. */
const SLACK = 10
/** What a window shows beside its chat, at the least: the bar above and the field one writes in. In pixels. */
const AROUND = 120
/** Turns that are drawn in one go while nothing else is to be done: whoever goes to another tab meanwhile does not wait for them. */
const IDLE_STEP = 4
/** Turns that are drawn in one go where everything is wanted: each go moves the whole page once, and too many hold up a stream. */
const STEP = 100

/** What of a chat's turns is drawn. */
export interface Drawn {
  all: readonly Turn[]
  part: readonly Turn[]
  whole: boolean
  /** Of the oldest that is drawn, so many pixels of the end: all of it as soon as the browser has time. */
  lowest: number | undefined
  /** Draws more of what is above. */
  more(): void
}

/**
 * The turns that are drawn, the newest at once; with `everything` all of them, as soon as the browser has time for it. When a
 * turn comes while the reader is at the end, those far above are no longer drawn.
 */
export function usePart(all: readonly Turn[], everything: boolean, isAtEnd: () => boolean): Drawn {
  const [wanted, setWanted] = useState(USUAL)
  const [oldest, setOldest] = useState<string | undefined>(undefined)
  const [begun, setBegun] = useState(false)
  if (everything && wanted !== Infinity) setWanted(Infinity)
  const at =
    oldest === undefined ? beginOf(all, window.innerHeight) : all.findIndex(({ key }) => key === oldest)
  // The oldest that was drawn may have been deleted: then all are.
  const from = Math.max(0, at)
  const goal = Math.max(0, all.length - wanted)
  const step = everything ? STEP : IDLE_STEP
  const next = from > goal ? all[Math.max(goal, from - step)]?.key : undefined
  useEffect(() => {
    if (next === undefined) return undefined
    const draw = () => startTransition(() => setOldest(next))
    return everything ? draw() : whenIdle(draw)
  }, [next, everything])
  const begins = !begun && all.length > 0
  useEffect(() => (begins ? whenIdle(() => startTransition(() => setBegun(true))) : undefined), [begins])
  const usual = all.length - from > USUAL + SLACK ? all.at(-USUAL)?.key : undefined
  const trim = useEffectEvent(() => {
    if (usual === undefined || everything || !isAtEnd()) return
    startTransition(() => {
      setWanted(USUAL)
      setOldest(usual)
    })
  })
  const newest = all.at(-1)?.key
  useEffect(() => trim(), [newest])
  const more = useCallback(() => setWanted((now) => now + USUAL), [])
  const lowest = begun || everything ? undefined : window.innerHeight - AROUND
  return { all, part: from === 0 ? all : all.slice(from), whole: from === 0, lowest, more }
}

/** Head, actions and gaps of a turn, in pixels, rather too few than too many. */
const FRAME = 130

/** Where the turns begin that surely fill a window: with fewer, the end would stand too high and jump down. */
export function beginOf(all: readonly Turn[], height: number): number {
  let index = all.length
  for (let filled = 0; index > 0 && filled < height; index -= 1) {
    const { message, run } = all[index - 1]?.versions.at(-1) ?? {}
    const text = message?.responseText ?? run?.answer.text ?? ''
    filled += FRAME + leastHeight(text)
  }
  return index
}
