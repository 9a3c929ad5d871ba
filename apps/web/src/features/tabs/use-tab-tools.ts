import type { Project, Tab } from '@polylogue/contract'
import { useState } from 'react'
import { useNotices } from '#lib/notices.ts'
import { moved } from '#lib/order.ts'
import { useErrorMessage } from '#lib/problem.ts'
import { useTranslation } from '#lib/texts.ts'
import { useAddTab, useOrderTabs } from './api.ts'

/** Adds a tab with the model of the project; a notice shows errors. */
export function useAdd(project: Project, onAdded: (id: number) => void): () => void {
  const { t } = useTranslation('tabs')
  const errorMessage = useErrorMessage()
  const notices = useNotices()
  const add = useAddTab(project.id)
  const { defaultModelId, defaultModelTagId } = project
  return () => {
    if (add.isPending) return
    add.mutate(
      { defaultModelId, defaultModelTagId },
      {
        onSuccess: (tab) => onAdded(tab.id),
        onError: (error) =>
          notices.show({ kind: 'failure', title: t('addFailed'), text: errorMessage(error).sentence }),
      },
    )
  }
}

/** Stores the order of tabs, moves one tab, and announces the move. */
export function useOrder(projectId: number, tabs: readonly Tab[]) {
  const { t } = useTranslation('tabs')
  const errorMessage = useErrorMessage()
  const notices = useNotices()
  const order = useOrderTabs(projectId)
  const [announced, setAnnounced] = useState('')
  const store = (ids: number[]) =>
    order.mutate(ids, {
      onError: (error) =>
        notices.show({ kind: 'failure', title: t('orderFailed'), text: errorMessage(error).sentence }),
    })
  const move = (id: number, to: number) => {
    if (to < 0 || to >= tabs.length) return
    store(
      moved(
        tabs.map((tab) => tab.id),
        id,
        to,
      ),
    )
    const name = tabs.find((tab) => tab.id === id)?.name ?? ''
    setAnnounced(t('moved', { name, position: to + 1, count: tabs.length }))
  }
  return { store, move, announced }
}
