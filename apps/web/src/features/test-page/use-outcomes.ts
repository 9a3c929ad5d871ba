import { useEffect, useEffectEvent, useState } from 'react'
import type { Check, CheckName, Outcome } from './outcome.ts'

type Checks = Readonly<Record<CheckName, Check>>
type Outcomes = Readonly<Partial<Record<CheckName, Outcome>>>

/** Runs all checks again for each `round`, next to each other; returns what is known so far. `failed` says an error. */
export function useOutcomes(checks: Checks, round: string, failed: (error: unknown) => Outcome): Outcomes {
  const [known, setKnown] = useState<{ round: string; outcomes: Outcomes }>({ round, outcomes: {} })
  const run = async (name: CheckName, signal: AbortSignal) => {
    const outcome = await Promise.resolve()
      .then(() => checks[name](signal))
      .catch(failed)
    if (signal.aborted) return
    setKnown((now) => ({
      round,
      outcomes: { ...(now.round === round ? now.outcomes : {}), [name]: outcome },
    }))
  }
  const begin = useEffectEvent((signal: AbortSignal) => {
    for (const name of Object.keys(checks) as CheckName[]) void run(name, signal)
  })
  useEffect(() => {
    const control = new AbortController()
    begin(control.signal)
    return () => control.abort()
  }, [round])
  return known.round === round ? known.outcomes : {}
}
