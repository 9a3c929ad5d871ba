// Models that a comparison asks beside the tabs: each gets a tab of its own when the question is sent.
import type { Model, Project, Tab } from '@polylogue/contract'
import { useState } from 'react'
import { useNotices } from '../../lib/notices.ts'
import { useTell } from '../../lib/problem.ts'
import { useTranslation } from '../../lib/texts.ts'
import { choiceOfModel, useModels } from '../models/index.ts'
import { useAddTab } from '../tabs/index.ts'
import { othersOf } from './targets.ts'

export interface Added {
  /** What no tab has. */
  others: readonly Model[]
  /** Those that are asked as well. */
  chosen: readonly Model[]
  choose(modelId: number, wanted: boolean): void
  /** Makes their tabs. Rejects when one could not be made, which a notice tells. */
  makeTabs(): Promise<Tab[]>
}

export function useAdded(project: Project, tabs: readonly Tab[]): Added {
  const { t } = useTranslation('tabs')
  const { data: models = [] } = useModels()
  const notices = useNotices()
  const tell = useTell()
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
        // One after the other: they stand in this order.
        for (const { id, name } of chosen) {
          const { modelId, modelTagId } = choiceOfModel(models, id)
          made.push(await add.mutateAsync({ name, defaultModelId: modelId, defaultModelTagId: modelTagId }))
        }
      } catch (error) {
        notices.show({ kind: 'failure', title: t('addFailed'), text: tell(error).sentence })
        throw error
      }
      setIds(new Set())
      return made
    },
  }
}
