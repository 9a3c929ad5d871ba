// The part of an answer that changes with every token, so that nothing else is drawn again for it.
import type { Source } from '@polylogue/contract'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { Markdown, type Citations } from '../../../ui/markdown/index.ts'
import { Reasoning } from './answer-head.tsx'
import type { Run } from '../stream/index.ts'
import type { Version } from '../versions/index.ts'

/** What a version says: what this page has heard, unless the list already knew more. Of a run, as of `version`. */
export function contentOf({ message, run }: Version): {
  text: string
  reasoning: string
  sources: readonly Source[]
} {
  const heard = run?.answer
  const text = longer(heard?.text, message?.responseText)
  const reasoning = longer(heard?.reasoning, message?.reasoningText)
  const sources =
    heard && heard.sources.length > 0 ? heard.sources : ((message?.sources ?? []) as readonly Source[])
  return { text, reasoning, sources }
}

const longer = (one = '', other = ''): string => (one.length >= other.length ? one : other)

interface GrowingTextProps {
  version: Version
  streaming: boolean
  citations: Citations | undefined
  /** Only so many pixels of its end are drawn. */
  lowest?: number | undefined
}

/** The text of an answer, as far as it has come. */
export function GrowingText({ version, streaming, citations, lowest }: GrowingTextProps) {
  const { text } = useContent(version)
  return <Markdown text={text} streaming={streaming} citations={citations} lowest={lowest} />
}

/** The reasoning of an answer, as far as it has come. */
export function GrowingReasoning({ version }: { version: Version }) {
  return <Reasoning text={useContent(version).reasoning} />
}

const still = () => () => undefined
const nothing = () => undefined

function useContent(version: Version) {
  const growth = version.run?.growth
  const newest = useSyncExternalStore(growth?.watch ?? still, growth?.newest ?? nothing)
  return contentOf(newest ? { ...version, run: newest } : version)
}

/** All that has come of a run, no more often than every `ms`: for figures. They change with the text, in one frame. */
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
