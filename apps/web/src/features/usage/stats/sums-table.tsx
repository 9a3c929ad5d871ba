import type { UsageSum } from '@polylogue/contract'
import { useMediaQuery } from '@mantine/hooks'
import { useTranslation } from '#lib/texts.ts'
import { useFirstRows } from '#ui/first-rows.tsx'
import { Named, Table } from '#ui/table.tsx'
import { MEASURES, useSaid, valueOf, type Measure } from '../measures.ts'
import { PartHead } from '#ui/part-head.tsx'
import css from '../usage.module.css'

export interface NamedSum {
  id: string
  name: string
  facts?: string
  sum: UsageSum
}

interface SumsTableProps {
  title: string
  /** Heading of the column of names. */
  head: string
  rows: readonly NamedSum[]
  /** The measure that orders the rows and that their bars show. */
  measure: Measure
  hint?: string
}

/** Rows at first. */
const FEW = 20

/** A table of sums, each with a bar. A small window has only the chosen measure. */
export function SumsTable({ title, head, rows, measure, hint }: SumsTableProps) {
  const { t } = useTranslation('usage')
  const said = useSaid()
  const small = useMediaQuery('(max-width: 1280px)', false, { getInitialValueInEffect: false })
  const columns = small ? [measure] : MEASURES
  const most = Math.max(...rows.map(({ sum }) => valueOf(sum, measure)))
  const ordered = rows.toSorted((one, other) => valueOf(other.sum, measure) - valueOf(one.sum, measure))
  const { shown, button } = useFirstRows(ordered, FEW)
  return (
    <section aria-label={title}>
      <PartHead title={title} level={2} />
      {hint && <p className={css.hint}>{hint}</p>}
      <Table
        label={title}
        columns={[
          { id: 'name', name: head },
          ...columns.map((id) => ({ id, name: t(id), end: true, width: small ? 136 : 124 })),
        ]}
      >
        {shown.map(({ id, name, facts, sum }) => (
          <tr key={id}>
            <td>
              <Named facts={facts}>{name}</Named>
              <span className={css.track} aria-hidden="true">
                <span style={{ inlineSize: `${most > 0 ? (valueOf(sum, measure) / most) * 100 : 0}%` }} />
              </span>
            </td>
            {columns.map((one) => (
              <td key={one} data-end data-shown={one === measure || undefined}>
                {said(valueOf(sum, one), one)}
              </td>
            ))}
          </tr>
        ))}
      </Table>
      {button}
    </section>
  )
}
