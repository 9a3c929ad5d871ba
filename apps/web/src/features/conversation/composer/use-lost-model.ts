// A tab whose model is gone (deleted, deactivated, undeployed) is given to Guide (shell specification, section 4).
import type { Tab } from '@polylogue/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useApi } from '../../../lib/api.ts'
import { choiceOf, findModel, findTag, GUIDE, modelsQuery, useModels } from '../../models/index.ts'
import { tabsQuery, useUpdateTab } from '../../tabs/index.ts'

export interface LostModel {
  /** The tab was given to Guide, and nobody has read that yet. */
  readonly told: boolean
  /** The model that the tab had; empty when its name is not known any more. */
  readonly name: string
  read(): void
  /** Gives the tab to Guide if its model is gone, and resolves with whether it is. Rejects when that cannot be asked or stored. */
  check(): Promise<boolean>
}

/** `unavailable`: as far as the page knows. A tab that nobody looks at is left alone, so that the alert is seen. */
export function useLostModel(tab: Tab, unavailable: boolean): LostModel {
  const [lost, setLost] = useState({ told: false, name: '' })
  const { data: models } = useModels()
  const fetchFresh = useFresh(tab)
  const update = useUpdateTab(tab.projectId)
  const failed = useRef(0)
  const check = async () => {
    const { modelId, modelTagId } = choiceOf(tab)
    const fresh = await fetchFresh()
    if (findTag(fresh.models, { modelId, modelTagId })?.deployed) return false
    // Somebody else may have chosen another one meanwhile.
    if (fresh.tab?.defaultModelTagId === modelTagId) {
      const values = { defaultModelId: GUIDE.modelId, defaultModelTagId: GUIDE.modelTagId }
      await update.mutateAsync({ tab: fresh.tab, values })
    } else if (fresh.tab?.defaultModelTagId !== GUIDE.modelTagId) return true
    const model = findModel(fresh.models, modelId) ?? findModel(models, modelId)
    setLost({ told: true, name: model?.name ?? '' })
    return true
  }
  const checkSeen = useEffectEvent(() => {
    const { defaultModelTagId } = tab
    if (!unavailable || document.hidden || failed.current === defaultModelTagId) return
    // The line below the composer says that the model is gone; sending tries again and tells why it failed.
    check().catch(() => {
      failed.current = defaultModelTagId
    })
  })
  useEffect(() => {
    const onVisible = () => checkSeen()
    onVisible()
    document.addEventListener('visibilitychange', onVisible)
    return () => document.removeEventListener('visibilitychange', onVisible)
  }, [unavailable])
  return { ...lost, read: () => setLost({ ...lost, told: false }), check }
}

/** The models and the tab as they are now: what the page knows may be older than the tab's choice. */
function useFresh(tab: Tab) {
  const api = useApi()
  const cache = useQueryClient()
  return async () => {
    const [models, tabs] = await Promise.all([
      cache.fetchQuery({ ...modelsQuery(api), staleTime: 0 }),
      cache.fetchQuery({ ...tabsQuery(api, tab.projectId), staleTime: 0 }),
    ])
    return { models, tab: tabs.find(({ id }) => id === tab.id) }
  }
}
