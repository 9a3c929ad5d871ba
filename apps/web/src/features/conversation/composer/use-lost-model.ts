// Sets a tab to Guide when its model was deleted, deactivated or undeployed (PROJECT-4).
import type { Tab } from '@polylogue/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { ApiProblem, useApi } from '#lib/api.ts'
import {
  choiceOf,
  findModel,
  findTag,
  GUIDE,
  modelsQuery,
  useModels,
  type ModelChoice,
} from '#features/models/index.ts'
import { modelKeys } from '#features/models/keys.ts'
import { tabsQuery, useUpdateTab } from '#features/tabs/index.ts'

export interface LostModel {
  /** The tab was set to Guide and the alert has not been closed yet. */
  readonly shown: boolean
  /** Name of the lost model; empty if unknown. */
  readonly name: string
  read(): void
  /**
   * Sets the tab to Guide if its model is gone, and resolves with whether it is gone. Rejects when the request or the update
   * fails.
   */
  check(): Promise<boolean>
  /** Sets the tab to Guide because the server refused this choice. Rejects when the update fails. */
  refused(choice: ModelChoice): Promise<void>
}

/** Whether a server error says that a model is gone. */
export const isLostModel = (error: unknown): boolean =>
  error instanceof ApiProblem && (error.code === 'MODEL_NOT_DEPLOYED' || error.code === 'MODEL_UNAVAILABLE')

const TO_GUIDE = { defaultModelId: GUIDE.modelId, defaultModelTagId: GUIDE.modelTagId }

/** `unavailable`: according to the cached models. Changes only a visible tab, so that the alert is seen. */
export function useLostModel(tab: Tab, unavailable: boolean): LostModel {
  const [lost, setLost] = useState({ shown: false, name: '' })
  const { data: models } = useModels()
  const fetchFresh = useFresh(tab)
  const cache = useQueryClient()
  const update = useUpdateTab(tab.projectId)
  const failed = useRef(0)
  const check = async () => {
    const { modelId, modelTagId } = choiceOf(tab)
    const fresh = await fetchFresh()
    if (findTag(fresh.models, { modelId, modelTagId })?.deployed) return false
    // Another user may have chosen another model since.
    if (fresh.tab?.defaultModelTagId === modelTagId) {
      await update.mutateAsync({ tab: fresh.tab, values: TO_GUIDE })
    } else if (fresh.tab?.defaultModelTagId !== GUIDE.modelTagId) return true
    const model = findModel(fresh.models, modelId) ?? findModel(models, modelId)
    setLost({ shown: true, name: model?.name ?? '' })
    return true
  }
  const refused = async ({ modelId }: ModelChoice) => {
    const name = findModel(models, modelId)?.name ?? ''
    await update.mutateAsync({ tab, values: TO_GUIDE })
    setLost({ shown: true, name })
    void cache.invalidateQueries({ queryKey: modelKeys.all })
  }
  const checkSeen = useEffectEvent(() => {
    const { defaultModelTagId } = tab
    if (!unavailable || document.hidden || failed.current === defaultModelTagId) return
    // Ignored: the line below the composer says that the model is gone, and sending checks again and shows the error.
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
  return { ...lost, read: () => setLost({ ...lost, shown: false }), check, refused }
}

/** Refetches the models and the tab: the cache may be older than the choice of the tab. */
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
