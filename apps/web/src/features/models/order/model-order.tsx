import type { Model } from '@polylogue/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState, type KeyboardEvent } from 'react'
import { useNotices } from '#lib/notices.ts'
import { moved } from '#lib/order.ts'
import { useErrorMessage } from '#lib/problem.ts'
import { modelKeys } from '../keys.ts'
import { useTranslation } from '#lib/texts.ts'
import { Button } from '#ui/button.tsx'
import { LeadRow } from '#ui/lead-row.tsx'
import { Problem } from '#ui/states.tsx'
import { useSortModels } from '../management-api.ts'
import rows from '#ui/movable-rows.module.css'
import { countMoved, mergedOrder, isSame } from './order.ts'
import { OrderRow } from './row.tsx'
import { useRowDrag } from '#ui/use-row-drag.ts'

interface ModelOrderProps {
  models: readonly Model[]
  onLeave: () => void
}

/** Reorders the models of every model list: by dragging, with arrow buttons, or by keyboard. */
export function ModelOrder({ models, onLeave }: ModelOrderProps) {
  const { t } = useTranslation('model-management')
  const errorMessage = useErrorMessage()
  const list = useRef<HTMLOListElement>(null)
  const order = useOrder(models)
  const sort = useSaving(order.ids, onLeave)
  const drag = useRowDrag(
    order.ids,
    (id) => list.current?.querySelector(`[data-model="${id}"]`) ?? null,
    order.put,
  )
  const shown = drag.order.flatMap((id) => models.find((model) => model.id === id) ?? [])
  return (
    <>
      <LeadRow
        lead={
          <>
            {t('orderLead')} {order.moved > 0 && t('movedCount', { count: order.moved })}
          </>
        }
      >
        <Button onClick={sort.cancel}>{t('cancel')}</Button>
        <Button kind="fill" disabled={!order.isChanged} busy={sort.busy} onClick={sort.save}>
          {t('saveOrder')}
        </Button>
      </LeadRow>
      <p className="sr" role="status" aria-live="assertive">
        {order.said}
      </p>
      {sort.error && <Problem>{t('sortFailed', { sentence: errorMessage(sort.error).sentence })}</Problem>}
      <ol ref={list} className={rows.rows} aria-label={t('listLabel')}>
        {shown.map((model, place) => (
          <OrderRow
            key={model.id}
            model={model}
            place={place}
            last={shown.length - 1}
            lifted={model.id === drag.dragged || model.id === order.grabbed}
            onStart={(event) => drag.start(model.id, event)}
            onKey={(event) => order.key(event, model)}
            onMove={(to) => order.move(model, to)}
            onBlur={() => order.drop(model)}
          />
        ))}
      </ol>
    </>
  )
}

/** Returns the order being edited, and the message for screen readers. */
function useOrder(models: readonly Model[]) {
  const { t } = useTranslation('model-management')
  const stored = models.map(({ id }) => id)
  const [made, setMade] = useState<readonly number[] | null>(null)
  const [grabbed, setGrabbed] = useState<{ id: number; from: readonly number[] } | null>(null)
  const [said, setSaid] = useState('')
  const ids = made ? mergedOrder(made, stored) : stored
  const say = (model: Model, order: readonly number[]) =>
    setSaid(t('position', { name: model.name, place: order.indexOf(model.id) + 1, count: order.length }))
  const put = (order: readonly number[], id: number) => {
    setMade(order)
    const model = models.find((one) => one.id === id)
    if (model) say(model, order)
  }
  const move = (model: Model, to: number) => put(moved(ids, model.id, to), model.id)
  const drop = (model: Model) => {
    if (grabbed?.id !== model.id) return
    setGrabbed(null)
    setSaid(t('dropped', { name: model.name, place: ids.indexOf(model.id) + 1 }))
  }
  const putBack = (model: Model) => {
    if (!grabbed) return
    setMade(grabbed.from)
    setGrabbed(null)
    setSaid(t('putBack', { name: model.name }))
  }
  const grab = (model: Model) => {
    setGrabbed({ id: model.id, from: ids })
    setSaid(t('grabbed', { name: model.name, place: ids.indexOf(model.id) + 1, count: ids.length }))
  }
  return {
    ids,
    said,
    put,
    move,
    drop,
    grabbed: grabbed?.id ?? null,
    isChanged: !isSame(stored, ids),
    moved: countMoved(stored, ids),
    /** Space picks up and drops a row, arrow keys move it (Alt+arrow without picking up), Escape restores it. */
    key(event: KeyboardEvent, model: Model) {
      const holds = grabbed?.id === model.id
      const step = STEPS[event.key]
      if (event.key === ' ' || event.key === 'Enter') (holds ? drop : grab)(model)
      else if (event.key === 'Escape' && holds) putBack(model)
      else if (step !== undefined && (holds || event.altKey)) move(model, ids.indexOf(model.id) + step)
      else return
      event.preventDefault()
      event.stopPropagation()
    },
  }
}

const STEPS: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1 }

/** Saves the order; cancelling refetches and shows the stored one. */
function useSaving(ids: readonly number[], onLeave: () => void) {
  const { t } = useTranslation('model-management')
  const cache = useQueryClient()
  const notices = useNotices()
  const sort = useSortModels()
  return {
    busy: sort.isPending,
    error: sort.error,
    save: () =>
      sort.mutate([...ids], {
        onSuccess: () => {
          notices.show({ kind: 'done', title: t('orderSaved') })
          onLeave()
        },
      }),
    cancel: () => {
      void cache.invalidateQueries({ queryKey: modelKeys.all })
      onLeave()
    },
  }
}
