// Tables of the administration: rows of 52 px, separated by lines.
import type { ReactNode } from 'react'
import css from './table.module.css'

export interface Column {
  id: string
  /** Column heading; for screen readers only when `quiet`. */
  name: ReactNode
  quiet?: boolean
  /** In pixels; columns without a width share the rest. */
  width?: number
  /** Aligns numbers and actions at the end. */
  end?: boolean
}

interface TableProps {
  /** Accessible name of the table. */
  label: string
  columns: readonly Column[]
  /** Another page loads: this one stays visible until then. */
  busy?: boolean
  /** `TableRow`s. */
  children: ReactNode
}

export function Table({ label, columns, busy = false, children }: TableProps) {
  return (
    <table className={css.table} aria-label={label} aria-busy={busy || undefined}>
      <colgroup>
        {columns.map(({ id, width }) => (
          <col key={id} style={{ width }} />
        ))}
      </colgroup>
      <thead>
        <tr>
          {columns.map(({ id, name, quiet = false, end = false }) => (
            <th key={id} scope="col" data-end={end || undefined}>
              {quiet ? <span className="sr">{name}</span> : name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  )
}

/** A name with one line of details below it, after an icon or picture. */
export function Named({
  sign,
  facts,
  children,
}: {
  sign?: ReactNode
  facts?: ReactNode
  children: ReactNode
}) {
  return (
    <div className={css.named}>
      {sign}
      <div>
        <div className={css.name}>{children}</div>
        {facts && <div className={css.facts}>{facts}</div>}
      </div>
    </div>
  )
}

/** A status: a dot and a word. `off` is a hollow dot. */
export function Status({ kind, children }: { kind: 'ok' | 'warn' | 'bad' | 'off'; children: ReactNode }) {
  return (
    <span className={css.status} data-kind={kind}>
      {children}
    </span>
  )
}
