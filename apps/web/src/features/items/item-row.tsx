import { useLayoutEffect, useRef, type ReactNode } from 'react'
import { Link } from 'react-router'
import { useTranslation } from '#lib/texts.ts'
import { Chip } from '#ui/chip.tsx'
import { useIsNew } from '#features/notifications/index.ts'
import css from './panel-list.module.css'

interface ItemRowProps {
  name: string
  /** The item's page. */
  to?: string
  /** The path under which notifications name it. */
  path: string
  heading: 'h2' | 'h3' | 'h4'
  /** Marked and scrolled to, because the address names it. */
  named: boolean
  /** Just edited: highlighted until the mark ends. */
  edited?: boolean
  actions: ReactNode
  facts: ReactNode
  children: ReactNode
}

/** An item in a PanelList: name and actions, then its text, then its facts. */
export function ItemRow(props: ItemRowProps) {
  const { name, to, path, heading: Heading, named, edited, actions, facts, children } = props
  const { t } = useTranslation('shell')
  const isNew = useIsNew(path)
  const row = useRef<HTMLLIElement>(null)
  useLayoutEffect(() => {
    if (named) row.current?.scrollIntoView({ block: 'center' })
  }, [named])
  return (
    <li ref={row} className={css.item} aria-current={named || undefined} data-edited={edited || undefined}>
      <div className={css.head}>
        <Heading className="cut" dir="auto" title={name}>
          {to === undefined ? name : <Link to={to}>{name}</Link>}
        </Heading>
        {isNew && <Chip>{t('notifications.shared')}</Chip>}
        <span className={css.actions}>{actions}</span>
      </div>
      {children}
      <div className={css.facts}>{facts}</div>
    </li>
  )
}
