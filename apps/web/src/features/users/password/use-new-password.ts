import { useEffect, useState } from 'react'
import { useConfig } from '#lib/config.ts'
import { lazyPart } from '#lib/lazy-part.ts'
import type { Judge } from './judge.ts'

/** The server rates passwords in the same way: same words, same length (passwords/judge.ts of its users). */
const JUDGED_LENGTH = 48

const judge = lazyPart(async () => (await import('./judge.ts')).createJudge(JUDGED_LENGTH))

/** Loads the dictionaries (0.8 MB) once per page. Rejects when loading fails: then only the server rates. */
const loadJudge = judge.load

/** State of a new password: NewPasswordFields shows it, the form checks `ready`. */
export interface NewPassword {
  password: string
  password2: string
  /** 0 to 100; undefined while nothing is typed or the dictionaries are not loaded. */
  strength: number | undefined
  /** The required strength, 0 to 100. */
  minimum: number
  /** Long enough, typed twice identically, and not known to be too weak. The server decides. */
  ready: boolean
  type(change: { password?: string; password2?: string }): void
  /** Clears the input. */
  clear(): void
}

/** Minimum length of a password. */
export const SHORTEST = 8
/** Maximum length of a password. */
export const LONGEST = 256

const nothing = { password: '', password2: '' }

/**
 * Returns the state of a new password; `known` are words that others know about the user (names, e-mail) and that weaken it.
 */
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

/** Returns the rating function, loaded on the first typed letter; undefined while loading or when loading failed. */
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
