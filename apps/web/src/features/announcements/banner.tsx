import type { AnnouncementKind } from '@polylogue/contract'
import type { ReactNode } from 'react'
import { ClampedText } from '#ui/clamped-text.tsx'
import { Icon } from '#ui/icon.tsx'
import css from './banner.module.css'
import { ICONS } from './icons.ts'

interface BannerProps {
  kind: AnnouncementKind
  title: string
  text: string
  /** The button that puts it away. */
  children?: ReactNode
}

/** An announcement as a line above the page; a long text unfolds. */
export function Banner({ kind, title, text, children }: BannerProps) {
  return (
    <div className={css.banner} data-kind={kind}>
      <Icon name={ICONS[kind]} />
      <div className={css.words}>
        <b dir="auto">{title}</b>
        {text && (
          <div className={css.text}>
            <ClampedText name={title}>{text}</ClampedText>
          </div>
        )}
      </div>
      {children}
    </div>
  )
}
