import type { ReactNode } from 'react'
import { MediaSign } from '#ui/media-sign.tsx'
import { Icon } from '#ui/icon.tsx'
import css from './media.module.css'

interface MediaCardProps {
  name: string
  type: string
  /** Fetched from an address. */
  isAddress?: boolean
  sign: ReactNode
  /** Why it failed or what was left out. */
  remark?: ReactNode
  bad?: boolean
  /** Opens it; absent while there is nothing to open. */
  open?: { label: string; act: () => void } | undefined
  menu: ReactNode
}

/** A document in the grid: type, name, state, and what there is to say about it. */
export function MediaCard({ name, type, isAddress, sign, remark, bad, open, menu }: MediaCardProps) {
  const written = (
    <span className={css.name} dir="auto">
      {name}
    </span>
  )
  return (
    <li className={css.card}>
      <div className={css.cardHead}>
        <span className={css.type}>
          {isAddress ? <Icon name="world" size={20} /> : <MediaSign type={type} />}
        </span>
        <span className={css.menu}>{menu}</span>
      </div>
      {open ? (
        <button type="button" className={css.open} title={name} aria-label={open.label} onClick={open.act}>
          {written}
        </button>
      ) : (
        <span className={css.open} title={name}>
          {written}
        </span>
      )}
      <div className={css.state}>{sign}</div>
      {remark && (
        <div className={css.remark} data-bad={bad || undefined}>
          {remark}
        </div>
      )}
    </li>
  )
}
