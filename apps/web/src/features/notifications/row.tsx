import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useFormat } from '#lib/format.ts'
import { useTranslation } from '#lib/texts.ts'
import { Icon } from '#ui/icon.tsx'
import type { Entry } from './entries.ts'
import css from './notifications.module.css'
import { lookOf, useWords } from './words.ts'

interface RowProps {
  entry: Entry
  when: string
  /** Shown whole, not cut to one line each. */
  whole?: boolean
  /** Called when the person opens the thing, or the notification without one. */
  onOpen: () => void
  /** Buttons at the end, for the pointer in the place of the time. */
  children: ReactNode
}

/** What happened, then where; the whole row leads to the thing. */
export function Row({ entry, when, whole = false, onOpen, children }: RowProps) {
  const { t } = useTranslation('notifications')
  const format = useFormat()
  const { title, detail } = useWords()(entry)
  const { icon, tone } = lookOf(entry)
  const cut = whole ? undefined : 'cut'
  // The words of a person; all others are the page's, with isolated names.
  const dir = entry.kind === 'announcement' ? 'auto' : undefined
  const words = (
    <>
      <b className={cut} dir={dir} title={whole ? undefined : title}>
        {title}
      </b>
      {detail && (
        <span className={cut} dir={dir}>
          {detail}
        </span>
      )}
    </>
  )
  return (
    <div className={css.row} data-new={!entry.read || undefined} data-whole={whole || undefined}>
      {entry.read ? <span /> : <span className={css.mark} role="img" aria-label={t('isUnread')} />}
      <Icon name={icon} className={tone && css[tone]} />
      {entry.uri === undefined ? (
        <span className={css.words}>{words}</span>
      ) : (
        <Link to={entry.uri} className={css.words} onClick={onOpen}>
          {words}
        </Link>
      )}
      <time className={css.when} dateTime={entry.at} title={format.full(entry.at)}>
        {when}
      </time>
      <span className={css.end}>{children}</span>
    </div>
  )
}

/** The elements that take the focus when the pressed one goes with its row. */
export function focusBeside(pressed: Element, selector: string): void {
  const all = [...(pressed.closest('[data-notifications]')?.querySelectorAll<HTMLElement>(selector) ?? [])]
  const at = all.findIndex((one) => one === pressed)
  const next = all[at + 1] ?? all[at - 1]
  if (next) next.focus()
  else pressed.closest('[data-notifications]')?.querySelector<HTMLElement>('[data-fallback]')?.focus()
}
