import { useEffect, useState } from 'react'
import { useConfig } from '../../../lib/config.ts'
import type { Judge } from './judge.ts'
import { loadJudge } from './strength.ts'

/** A password that is being chosen: NewPasswordFields shows it, the form around them asks whether it is good enough. */
export interface NewPassword {
  password: string
  password2: string
  /** 0 to 100; undefined while nothing is typed or nobody can judge it here. */
  strength: number | undefined
  /** The strength it needs, 0 to 100. */
  minimum: number
  /** Long enough, typed twice alike, and not known to be too weak: the server has the last word. */
  ready: boolean
  type(change: { password?: string; password2?: string }): void
  /** Forgets what was typed. */
  clear(): void
}

/** The fewest characters a password has. */
export const SHORTEST = 8
/** And the most. */
export const LONGEST = 256

const nothing = { password: '', password2: '' }

/** Chooses a password; `known` are words that others know of its person (names, e-mail), and that make it weak. */
export function useNewPassword(known: readonly string[] = []): NewPassword {
  const { minimumPasswordStrength: minimum } = useConfig()
  const [typed, setTyped] = useState(nothing)
  const judge = useJudge(typed.password !== '')
  const { password, password2 } = typed
  const strength = judge && password !== '' ? judge(password, known.filter(Boolean)) : undefined
  const strong = strength === undefined || strength >= minimum
  return {
    ...typed,
    strength,
    minimum,
    ready: password.length >= SHORTEST && password === password2 && strong,
    type: (change) => setTyped((now) => ({ ...now, ...change })),
    clear: () => setTyped(nothing),
  }
}

/** Who judges, from the first letter on; nobody while it is on its way, or when it cannot be had. */
function useJudge(wanted: boolean): Judge | undefined {
  const [judge, setJudge] = useState<{ of: Judge }>()
  useEffect(() => {
    if (!wanted) return undefined
    let left = false
    loadJudge().then(
      (of) => left || setJudge({ of }),
      () => undefined,
    )
    return () => {
      left = true
    }
  }, [wanted])
  return judge?.of
}
