import type { Model } from '@polylogue/contract'
import type { KeyboardEvent, PointerEvent } from 'react'
import { useTranslation } from '#lib/texts.ts'
import { IconButton } from '#ui/icon-button.tsx'
import rows from '#ui/movable-rows.module.css'
import css from './order.module.css'
import { TagNames } from '../list/model-cells.tsx'

interface OrderRowProps {
  model: Model
  place: number
  /** Index of the last row. */
  last: number
  lifted: boolean
  onStart: (event: PointerEvent) => void
  onKey: (event: KeyboardEvent) => void
  onMove: (to: number) => void
  onBlur: () => void
}

/** A row that can be moved: a handle for pointer and keyboard, and arrow buttons. */
export function OrderRow({ model, place, last, lifted, onStart, onKey, onMove, onBlur }: OrderRowProps) {
  const { t } = useTranslation(['model-management', 'models'])
  const { name } = model
  return (
    <li className={`${rows.row} ${css.orderRow}`} data-model={model.id} data-lifted={lifted || undefined}>
      <IconButton
        icon="grip-vertical"
        label={t('handle', { name })}
        className={rows.handle}
        aria-pressed={lifted}
        aria-description={t('handleHelp')}
        onPointerDown={onStart}
        onKeyDown={onKey}
        onBlur={onBlur}
      />
      <span className={css.place}>{place + 1}</span>
      <span className={css.orderName}>
        <b className="cut" title={name}>
          {name}
        </b>
        <span className={css.small}>
          {[t(model.isLocal ? 'models:local' : 'models:external'), model.provider].join(', ')}
        </span>
      </span>
      <span className={css.orderTags}>
        <TagNames model={model} />
      </span>
      <IconButton
        icon="arrow-up"
        label={t('moveUp', { name })}
        aria-disabled={place === 0 || undefined}
        onClick={place === 0 ? undefined : () => onMove(place - 1)}
      />
      <IconButton
        icon="arrow-down"
        label={t('moveDown', { name })}
        aria-disabled={place === last || undefined}
        onClick={place === last ? undefined : () => onMove(place + 1)}
      />
    </li>
  )
}
