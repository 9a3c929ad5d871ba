import type { ReactNode } from 'react'
import { useTranslation } from '#lib/texts.ts'
import type { DocumentBlock, Range } from './document-blocks.ts'
import css from './document-text.module.css'
import { scrollBox } from './scroll-box.ts'

interface DocumentTextProps {
  blocks: readonly DocumentBlock[]
  /** Renders a part of the text, such as one with marks. */
  children: (part: Range) => ReactNode
}

/** Renders the text of a document; its tables scroll in boxes of their own. */
export function DocumentText({ blocks, children: render }: DocumentTextProps) {
  return (
    <div className={css.document} dir="auto">
      {blocks.map((block) =>
        block.kind === 'text' ? (
          <p key={block.from}>{render(block)}</p>
        ) : (
          <Table key={block.from} block={block} render={render} />
        ),
      )}
    </div>
  )
}

interface TableProps {
  block: DocumentBlock & { kind: 'table' }
  render: DocumentTextProps['children']
}

function Table({ block: { rows, hasHead, numeric }, render }: TableProps) {
  const { t } = useTranslation('markdown')
  const [head] = rows
  const cellsOf = (row: readonly Range[], Cell: 'th' | 'td') =>
    row.map((cell, column) => (
      <Cell
        key={cell.from}
        {...(Cell === 'th' ? { scope: 'col' } : {})}
        data-number={numeric[column] || undefined}
        dir="auto"
      >
        {cell.to > cell.from && render(cell)}
      </Cell>
    ))
  return (
    <div className={css.box} {...scrollBox(t('table'))}>
      <table>
        {hasHead && head && (
          <thead>
            <tr>{cellsOf(head, 'th')}</tr>
          </thead>
        )}
        <tbody>
          {rows.slice(hasHead ? 1 : 0).map((row) => (
            <tr key={row[0]?.from}>{cellsOf(row, 'td')}</tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
