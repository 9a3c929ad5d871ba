// Sends chats batch by batch, each batch as a project; nothing is imported twice, and errors are shown.
import type { Project } from '@polylogue/contract'
import { contract } from '@polylogue/contract/browser'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useApi } from '../../lib/api.ts'
import { useErrorMessage } from '../../lib/problem.ts'
import { projectKeys } from '../projects/keys.ts'
import { useTranslation } from '../../lib/texts.ts'
import { portionsOf } from './batches.ts'
import type { FoundChat } from './formats.ts'

export interface Importing {
  state: 'running' | 'done' | 'cancelled' | 'failed'
  /** Imported tabs, and the total. */
  done: number
  total: number
  projects: readonly Pick<Project, 'id' | 'name'>[]
  split: number
  cut: number
  /** Why it stopped early. */
  reason: string
}

export function useImport() {
  const api = useApi()
  const cache = useQueryClient()
  const { t } = useTranslation('import')
  const errorMessage = useErrorMessage()
  const [importing, setImporting] = useState<Importing | undefined>(undefined)
  const [control, setControl] = useState<AbortController | undefined>(undefined)
  useEffect(() => () => control?.abort(), [control])

  const run = async (name: string, chats: readonly FoundChat[]) => {
    const begun = new AbortController()
    setControl(begun)
    const part = (of: string, number: number) => t('part', { name: of, number })
    const { batches, split, cut } = portionsOf(chats, { unnamed: t('unnamed'), part })
    const total = batches.reduce((sum, batch) => sum + batch.length, 0)
    let state: Importing = { state: 'running', done: 0, total, projects: [], split, cut, reason: '' }
    const show = (change: Partial<Importing>) => setImporting((state = { ...state, ...change }))
    show({})
    try {
      for (const [index, batch] of batches.entries()) {
        if (begun.signal.aborted) break
        const named = index === 0 ? name : t('of', { name, number: index + 1 })
        // The request is not aborted, because it would be unknown whether the server stored it.
        const { data } = await api.call(contract.projects.import, { body: { name: named, chats: batch } })
        const { id } = data.project
        show({
          done: state.done + batch.length,
          projects: [...state.projects, { id, name: data.project.name }],
        })
      }
      show({ state: state.done === total ? 'done' : 'cancelled' })
    } catch (error) {
      show({ state: 'failed', reason: errorMessage(error).sentence })
    }
    await cache.invalidateQueries({ queryKey: projectKeys.all })
  }
  const forget = () => setImporting(undefined)
  return { importing, run, cancel: () => control?.abort(), forget }
}
