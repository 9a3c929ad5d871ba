import type { SharedPage } from '@polylogue/contract'
import { useEffect, useRef } from 'react'
import { useTranslation } from '#lib/texts.ts'
import { Icon } from '#ui/icon.tsx'
import css from './shared-page.module.css'
import { useSharedFormat } from './use-shared-format.ts'

interface ShareHeaderProps {
  share: SharedPage
  chat: number
  onChat: (chat: number) => void
  /** Called when the title scrolls out of view, and back. */
  onSeen: (isSeen: boolean) => void
}

/** The title of what is shared, one line of facts, and the chats of a project as tabs. */
export function ShareHeader({ share, chat, onChat, onSeen }: ShareHeaderProps) {
  const { t } = useTranslation('shared-page')
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (!title.current) return undefined
    const seen = new IntersectionObserver(([entry]) => onSeen(entry?.isIntersecting ?? true))
    seen.observe(title.current)
    return () => seen.disconnect()
  }, [onSeen])
  const { number } = useSharedFormat()
  const shown = share.chats[chat]
  return (
    <>
      <h1 ref={title} dir="auto">
        {share.title}
      </h1>
      <div className={css.facts}>
        {shown?.modelName && (
          <span>
            {shown.modelName} {shown.modelTagName && <span className="mono">{shown.modelTagName}</span>}
          </span>
        )}
        {shown && (
          <span>{t('messages', { count: shown.messageCount, shown: number(shown.messageCount) })}</span>
        )}
        {shown?.firstMessage && <span>{t('first', { date: dayOf(shown.firstMessage) })}</span>}
        {shown?.lastMessage && <span>{t('last', { date: dayOf(shown.lastMessage) })}</span>}
        {share.sharedBy && <span>{t('sharedBy', { name: share.sharedBy })}</span>}
        {share.goesOn && <span>{t('goesOn')}</span>}
        {share.sharedAt && <span>{t('asOf', { date: dayOf(share.sharedAt) })}</span>}
        <span>{t('readOnly')}</span>
      </div>
      {share.chats.length > 1 && <Tabs share={share} chat={chat} onChat={onChat} />}
      {share.omitted > 0 && (
        <p className={css.note}>
          <Icon name="info-circle" />
          {t('omitted', { count: share.omitted, shown: number(share.omitted) })}
        </p>
      )}
    </>
  )
}

function Tabs({ share, chat, onChat }: Omit<ShareHeaderProps, 'onSeen'>) {
  const { t } = useTranslation('shared-page')
  const move = (event: React.KeyboardEvent<HTMLButtonElement>) => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    if (step === 0) return
    event.preventDefault()
    const next = (chat + step + share.chats.length) % share.chats.length
    const tab = event.currentTarget.parentElement?.children[next]
    if (tab instanceof HTMLElement) tab.focus()
    onChat(next)
  }
  return (
    <div className={css.tabs} role="tablist" aria-label={t('chats')}>
      {share.chats.map(({ index, name }) => (
        <button
          key={index}
          type="button"
          role="tab"
          aria-selected={index === chat}
          tabIndex={index === chat ? 0 : -1}
          className="cut"
          title={name}
          onClick={() => onChat(index)}
          onKeyDown={move}
        >
          {name}
        </button>
      ))}
    </div>
  )
}

/** Returns a day as DD/MM/YYYY, in every language (decision 154). */
function dayOf(when: string): string {
  const date = new Date(when)
  const two = (part: number) => String(part).padStart(2, '0')
  return [two(date.getDate()), two(date.getMonth() + 1), date.getFullYear()].join('/')
}
