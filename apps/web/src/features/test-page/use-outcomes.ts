import { useEffect, useEffectEvent, useState } from 'react'
import type { Check, CheckName, Outcome } from './outcome.ts'

type Checks = Readonly<Record<CheckName, Check>>
type Outcomes = Readonly<Partial<Record<CheckName, Outcome>>>

/** Runs all checks again for each `round`, next to each other; returns what is known so far. `failed` says an error. */
export function useOutcomes(checks: Checks, round: string, failed: (error: unknown) => Outcome): Outcomes {
  const [known, setKnown] = useState<{ round: string; outcomes: Outcomes }>({ round, outcomes: {} })
  const run = useEffectEvent((signal: AbortSignal) =>
    (Object.keys(checks) as CheckName[]).map(async (name) => {
      const outcome = await Promise.resolve()
        .then(() => checks[name](signal))
        .catch(failed)
      return { name, outcome }
    }),
  )
  useEffect(() => {
    const control = new AbortController()
    const { signal } = control
    const note = ({ name, outcome }: { name: CheckName; outcome: Outcome }) => {
      if (signal.aborted) return
      setKnown((now) => ({
        round,
        outcomes: { ...(now.round === round ? now.outcomes : {}), [name]: outcome },
      }))
    }
    for (const running of run(signal)) void running.then(note)
    return () => control.abort()
  }, [round])
  return known.round === round ? known.outcomes : {}
}
