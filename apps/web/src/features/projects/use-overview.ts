// What the overview shows is in its address: `?q=` and `?kind=`.
import { useEffect, useEffectEvent, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useSettled } from '../../lib/use-settled.ts'

export type Kind = 'all' | 'chat' | 'project'

export interface OverviewFilter {
  /** What stands in the field; `q` is what is searched for, once typing pauses. */
  text: string
  q: string
  kind: Kind
  filtered: boolean
  setText: (text: string) => void
  setKind: (kind: Kind) => void
  clear: () => void
}

export function useOverviewFilter(): OverviewFilter {
  const [params, setParams] = useSearchParams()
  const q = params.get('q') ?? ''
  const kind = kindOf(params.get('kind'))
  const [text, setText] = useState(q)
  const [known, setKnown] = useState(q)
  const settled = useSettled(text)
  // Back and a link bring another address: then the field follows it.
  if (known !== q) {
    setKnown(q)
    if (text.trim() !== q) setText(q)
  }
  const put = (change: Readonly<Record<string, string>>) =>
    setParams(
      (now) => {
        const next = new URLSearchParams(now)
        for (const [name, value] of Object.entries(change))
          if (value === '') next.delete(name)
          else next.set(name, value)
        return next
      },
      { replace: true },
    )
  const search = useEffectEvent((wanted: string) => {
    if (wanted !== q && wanted === text.trim()) put({ q: wanted })
  })
  useEffect(() => search(settled.trim()), [settled])
  return {
    text,
    q,
    kind,
    filtered: q !== '' || kind !== 'all',
    setText,
    setKind: (next) => put({ kind: next === 'all' ? '' : next }),
    clear: () => {
      setText('')
      put({ q: '', kind: '' })
    },
  }
}

const kindOf = (text: string | null): Kind => (text === 'chat' || text === 'project' ? text : 'all')
