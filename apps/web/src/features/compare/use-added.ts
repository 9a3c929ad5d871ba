// Models added to a comparison: each gets its own tab when the question is sent.
import type { Model, Project, Tab } from '@polylogue/contract'
import { useState } from 'react'
import { useNotices } from '#lib/notices.ts'
import { useErrorMessage } from '#lib/problem.ts'
import { useTranslation } from '#lib/texts.ts'
import { choiceOfModel, useModels } from '#features/models/index.ts'
import { useAddTab } from '#features/tabs/index.ts'
import { othersOf } from './targets.ts'

export interface Added {
  /** Models that no tab uses. */
  others: readonly Model[]
  /** The added models. */
  chosen: readonly Model[]
  choose(modelId: number, wanted: boolean): void
  /** Creates their tabs. Rejects when one fails; a notice shows the error. */
  makeTabs(): Promise<Tab[]>
}

export function useAdded(project: Project, tabs: readonly Tab[]): Added {
  const { t } = useTranslation('tabs')
  const { data: models = [] } = useModels()
  const notices = useNotices()
  const errorMessage = useErrorMessage()
  const add = useAddTab(project.id)
  const [ids, setIds] = useState<ReadonlySet<number>>(new Set())
  const others = othersOf(tabs, models)
  const chosen = others.filter(({ id }) => ids.has(id))
  return {
    others,
    chosen,
    choose(modelId, wanted) {
      const next = new Set(ids)
      if (wanted) next.add(modelId)
      else next.delete(modelId)
      setIds(next)
    },
    async makeTabs() {
      const made: Tab[] = []
      try {
        // Sequential, so that the tabs get this order.
        for (const { id, name } of chosen) {
          const { modelId, modelTagId } = choiceOfModel(models, id)
          made.push(await add.mutateAsync({ name, defaultModelId: modelId, defaultModelTagId: modelTagId }))
        }
      } catch (error) {
        notices.show({ kind: 'failure', title: t('addFailed'), text: errorMessage(error).sentence })
        throw error
      }
      setIds(new Set())
      return made
    },
  }
}
