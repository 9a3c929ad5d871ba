// The parts of an answer that change with every token, so that the rest does not re-render.
import type { Source } from '@polylogue/contract'
import { useEffect, useState } from 'react'
import { useStore } from '#lib/store.ts'
import { Markdown, type Citations } from '#ui/markdown/index.ts'
import { Reasoning } from './answer-head.tsx'
import type { Run } from '#features/runs/index.ts'
import type { Version } from '../versions/turns.ts'

/**
 * Returns the content of a version: the streamed content of the run, unless the stored message has more. `version` gives the
 * time of the run.
 */
export function contentOf({ message, run }: Version): {
  text: string
  reasoning: string
  sources: readonly Source[]
} {
  const received = run?.answer
  const text = longer(received?.text, message?.responseText)
  const reasoning = longer(received?.reasoning, message?.reasoningText)
  const sources =
    received && received.sources.length > 0
      ? received.sources
      : ((message?.sources ?? []) as readonly Source[])
  return { text, reasoning, sources }
}

const longer = (one = '', other = ''): string => (one.length >= other.length ? one : other)

interface GrowingTextProps {
  version: Version
  streaming: boolean
  citations: Citations | undefined
  /** Renders only this many pixels of the end of the text; undefined for all. */
  lowest?: number | undefined
}

/** Shows the streamed text of an answer. */
export function GrowingText({ version, streaming, citations, lowest }: GrowingTextProps) {
  const { text } = useContent(version)
  return <Markdown text={text} streaming={streaming} citations={citations} lowest={lowest} />
}

/** Shows the streamed reasoning of an answer. */
export function GrowingReasoning({ version }: { version: Version }) {
  return <Reasoning text={useContent(version).reasoning} />
}

const still = () => () => undefined
const nothing = () => undefined

function useContent(version: Version) {
  const growth = version.run?.growth
  const newest = useStore({ subscribe: growth?.watch ?? still, get: growth?.newest ?? nothing })
  return contentOf(newest ? { ...version, run: newest } : version)
}

/** Returns the current content of a run, throttled to `ms`, for figures. Updates in the same frame as the text. */
export function useGrownEvery(run: Run, ms: number): Run {
  const [newest, setNewest] = useState(() => run.growth.newest() ?? run)
  useEffect(() => {
    let shownAt = performance.now()
    return run.growth.watch(() => {
      const now = performance.now()
      if (now - shownAt < ms) return
      shownAt = now
      setNewest(run.growth.newest() ?? run)
    })
  }, [run, ms])
  return newest
}
