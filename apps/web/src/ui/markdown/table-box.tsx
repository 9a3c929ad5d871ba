import { cutText } from '@polylogue/contract/browser'
import type { Element } from 'hast'
import { use, type ReactNode } from 'react'
import { toCsv } from '#lib/csv.ts'
import { useTranslation } from '#lib/texts.ts'
import { scrollBox } from '../scroll-box.ts'
import { CopyButton } from './copy-button.tsx'
import css from './markdown.module.css'
import { PaperContext } from './paper.ts'
import { textOf } from './tree.ts'

/** A table in its own scroll container, with a CSV export. */
export function TableBox({ node, children }: { node?: Element | undefined; children?: ReactNode }) {
  const { t } = useTranslation('markdown')
  const paper = use(PaperContext)
  const heads = node ? cutText((rowsOf(node)[0] ?? []).filter(Boolean).join(', '), 120) : ''
  const dir = node?.properties['dir'] === 'rtl' ? 'rtl' : undefined
  if (paper) return <table dir={dir}>{children}</table>
  return (
    <div className={css.table}>
      <div className={css.tableBox} {...scrollBox(heads ? t('tableOf', { heads }) : t('table'))}>
        <table dir={dir}>{children}</table>
      </div>
      {node && (
        <span className={css.tableTool} data-no-text>
          <CopyButton label={t('copyTable')} text={() => toCsv(rowsOf(node))} />
        </span>
      )}
    </div>
  )
}

/** Returns the texts of a table's cells, header first. */
export const rowsOf = (table: Element): string[][] =>
  elementsIn(table)
    .flatMap(elementsIn)
    .map((row) => elementsIn(row).map((cell) => textOf(cell).trim()))

const elementsIn = (node: Element): Element[] => node.children.filter((child) => child.type === 'element')
