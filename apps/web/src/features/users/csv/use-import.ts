import { loadCode } from '#lib/load-code.ts'
import { useQueryClient } from '@tanstack/react-query'
import type { User } from '@polylogue/contract'
import { useEffect, useRef, useState } from 'react'
import { useApi } from '#lib/api.ts'
import { contextKeys } from '#features/contexts/keys.ts'
import { userKeys } from '../keys.ts'
import { filterFrom } from '../list-filter.ts'
import { applyRows, type Written } from './apply.ts'
import { allGroups, everybodyOf } from './everybody.ts'
import { planOf, type PlannedRow, type Writing } from './plan.ts'
import type { FileProblem } from './read-file.ts'

/** The steps of an import: choosing a file, the plan of what it would do, and what was written. */
export type Step =
  | {
      readonly at: 'choose'
      readonly busy: boolean
      readonly problem?: FileProblem
      readonly missing?: string
      readonly error?: unknown
    }
  | { readonly at: 'plan'; readonly rows: readonly PlannedRow[]; readonly ignored: readonly string[] }
  | {
      readonly at: 'write'
      readonly done: boolean
      readonly total: number
      readonly written: readonly Written[]
      /** The result was saved. */
      readonly saved: boolean
    }

const EVERYBODY = filterFrom(() => '')

export function useImport(viewer: User) {
  const api = useApi()
  const cache = useQueryClient()
  const [step, setStep] = useState<Step>({ at: 'choose', busy: false })
  const stopping = useRef<AbortController>(null)
  useEffect(() => () => stopping.current?.abort(), [])

  const read = async (file: File) => {
    setStep({ at: 'choose', busy: true })
    try {
      const { readFile } = await loadCode(() => import('./read-file.ts'))
      const found = await readFile(file)
      if ('problem' in found)
        return setStep({
          at: 'choose',
          busy: false,
          problem: found.problem,
          missing: found.missing.join(', '),
        })
      const [people, groups] = await Promise.all([everybodyOf(api, EVERYBODY), allGroups(api)])
      setStep({ at: 'plan', rows: planOf(found.rows, { viewer, people, groups }), ignored: found.ignored })
    } catch (error) {
      setStep({ at: 'choose', busy: false, error })
    }
  }

  const write = async (rows: readonly Writing[]) => {
    const stop = new AbortController()
    stopping.current = stop
    // An import that was left may still wait for a call; it must not replace what is shown now.
    const show = (written: readonly Written[], done: boolean) => {
      if (stopping.current === stop) setStep({ at: 'write', done, total: rows.length, written, saved: false })
    }
    show([], false)
    const written = await applyRows(api, rows, stop.signal, (now) => show(now, false))
    show(written, true)
    await cache.invalidateQueries({ queryKey: userKeys.all })
    await cache.invalidateQueries({ queryKey: contextKeys.all })
  }

  return {
    step,
    read,
    write,
    stop: () => stopping.current?.abort(),
    onSaved: () => setStep((now) => (now.at === 'write' ? { ...now, saved: true } : now)),
    restart: () => {
      stopping.current?.abort()
      stopping.current = null
      setStep({ at: 'choose', busy: false })
    },
  }
}
