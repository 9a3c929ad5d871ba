import type { DatasourceSite, MediaItem } from '@polylogue/contract'
import { useState, type ReactNode } from 'react'
import { useFormat } from '#lib/format.ts'
import { useTranslation } from '#lib/texts.ts'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { Named } from '#ui/table.tsx'
import { StatusSign, useNow } from '#features/media/index.ts'
import css from './sites.module.css'
import { summaryOf, type SiteGroup } from './groups.ts'
import { RemoveGone } from './remove-gone.tsx'
import { SiteFacts } from './site-facts.tsx'
import { SiteMenu } from './site-menu.tsx'
import { useSiteName } from './use-site-name.ts'

/** Pages at first, and with each further step. */
const STEP = 50

interface SiteRowsProps {
  group: SiteGroup
  narrow: boolean
  writes: boolean
  on: Record<'edit' | 'remove', (site: DatasourceSite) => void>
  /** Renders the row of a page. */
  page: (media: MediaItem) => ReactNode
}

/** A site as a row of the table of documents, which opens to show its pages. */
export function SiteRows({ group, narrow, writes, on, page }: SiteRowsProps) {
  const { t } = useTranslation(['sites', 'datasources'])
  const format = useFormat()
  const [opened, setOpened] = useState(false)
  const [limit, setLimit] = useState(STEP)
  const { site, pages } = group
  const { status, gone, chunks, characters } = summaryOf(group, useNow())
  const name = useSiteName()(site)
  const number = (value: number) => (value === 0 ? '' : format.number(value))
  const rest = pages.length - limit
  return (
    <>
      <tr>
        <td>
          <Named
            sign={
              <span className={css.sign}>
                <Icon name="sitemap" size={20} />
              </span>
            }
            facts={narrow ? <StatusSign status={status} /> : undefined}
          >
            <button
              type="button"
              className={css.toggle}
              aria-expanded={opened}
              onClick={() => setOpened(!opened)}
            >
              <Icon name={opened ? 'chevron-down' : 'chevron-right'} size={14} />
              <b dir="auto">{name}</b>
            </button>
            <SiteFacts group={group} />
            {writes && gone > 0 && <RemoveGone site={site} count={gone} />}
          </Named>
        </td>
        {!narrow && (
          <>
            <td>
              <StatusSign status={status} />
            </td>
            <td data-end>{number(pages.length)}</td>
            <td data-end>{number(chunks)}</td>
            <td data-end>{number(characters)}</td>
            <td aria-label={t('datasources:table.language')} />
          </>
        )}
        <td data-end aria-label={t('datasources:table.actions')}>
          {writes && <SiteMenu site={site} onEdit={() => on.edit(site)} onRemove={() => on.remove(site)} />}
        </td>
      </tr>
      {opened && pages.slice(0, limit).map(page)}
      {opened && rest > 0 && (
        <More columns={narrow ? 2 : 7} count={Math.min(rest, STEP)} onMore={() => setLimit(limit + STEP)} />
      )}
    </>
  )
}

function More({ columns, count, onMore }: { columns: number; count: number; onMore: () => void }) {
  const { t } = useTranslation(['sites', 'media'])
  return (
    <tr>
      <td colSpan={columns}>
        <Button size="small" onClick={onMore}>
          {t('media:more', { count })}
        </Button>
      </td>
    </tr>
  )
}
