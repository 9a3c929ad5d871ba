// Renders a long chat from its end: first what fills the window, then more when idle, older turns on request.
import { startTransition, useCallback, useEffect, useEffectEvent, useState } from 'react'
import { whenIdle } from '#lib/idle.ts'
import { leastHeight } from '#ui/markdown/index.ts'
import type { Turn } from '../versions/turns.ts'

/** Turns rendered initially, and added by each `more`. */
const USUAL = 30
/** New turns allowed before the oldest are unmounted, to limit memory in a long session. */
const SLACK = 10
/** Minimum height, in pixels, of the bar above and the composer below the thread. */
const AROUND = 120
/** Turns rendered per idle callback; few, so that switching tabs does not wait for them. */
const IDLE_STEP = 4
/** Turns rendered per step when all are wanted. Each step is a layout of the page, but large steps delay streams. */
const STEP = 100

/** The rendered part of the turns. */
export interface RenderedTurns {
  all: readonly Turn[]
  part: readonly Turn[]
  whole: boolean
  /** Renders only the last `lowest` pixels of the oldest message; undefined once the browser was idle. */
  lowest: number | undefined
  /** Renders more older turns. */
  more(): void
}

/**
 * Returns the rendered turns: the newest at once, with `everything` all of them in steps. When a turn is added while the
 * reader is at the end, the oldest are unmounted.
 */
export function useRenderedTurns(
  all: readonly Turn[],
  everything: boolean,
  isAtEnd: () => boolean,
): RenderedTurns {
  const [wanted, setWanted] = useState(USUAL)
  const [oldest, setOldest] = useState<string | undefined>(undefined)
  const [begun, setBegun] = useState(false)
  if (everything && wanted !== Infinity) setWanted(Infinity)
  const at =
    oldest === undefined ? beginOf(all, window.innerHeight) : all.findIndex(({ key }) => key === oldest)
  // If the oldest rendered turn was deleted, renders all.
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

/** Minimum height of head, actions and gaps of a turn, in pixels. */
const FRAME = 130

/** Returns the index from which turns are sure to fill a window: with fewer, the end would jump down. */
export function beginOf(all: readonly Turn[], height: number): number {
  let index = all.length
  for (let filled = 0; index > 0 && filled < height; index -= 1) {
    const { message, run } = all[index - 1]?.versions.at(-1) ?? {}
    const text = message?.responseText ?? run?.answer.text ?? ''
    filled += FRAME + leastHeight(text)
  }
  return index
}
