import { useEffect, useRef, type KeyboardEvent } from 'react'
import { useFormat } from '#lib/format.ts'
import { useTranslation } from '#lib/texts.ts'
import { Icon } from '#ui/icon.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import type { Bottom } from '../scroll/bottom.ts'
import css from './find-bar.module.css'
import { useFind, useFindKeys, useReturn, type Find } from './use-find.ts'

interface FindBarProps {
  tabId: number
  bottom: Bottom
  /** Number of loaded messages, and whether some of them are not rendered. */
  known: number
  more: boolean
  onClose: () => void
}

/** Delay until a menu that opened the bar has returned the focus to its button. */
const AFTER_MENU_MS = 60

/** Finds in all messages of a tab and loads missing ones. Enter and F3 find the next match, Escape closes. */
export function FindBar({ tabId, bottom, known, more, onClose }: FindBarProps) {
  const { t } = useTranslation('find')
  const field = useRef<HTMLInputElement>(null)
  const find = useFind(tabId, bottom, more)
  const { step, found } = find
  const leave = useReturn(onClose)
  useFindKeys(step, () => field.current?.select())
  useEffect(() => {
    const timer = setTimeout(() => field.current?.focus(), AFTER_MENU_MS)
    return () => clearTimeout(timer)
  }, [])
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape') leave()
    else if (event.key === 'Enter' && !event.nativeEvent.isComposing) step(event.shiftKey ? -1 : 1)
    else return
    event.preventDefault()
  }
  const none = found.count === 0
  return (
    <div role="search" aria-label={t('field')} className={css.bar}>
      <Icon name="search" />
      <input
        ref={field}
        autoFocus
        type="text"
        className={css.field}
        aria-label={t('field')}
        placeholder={t('field')}
        value={find.phrase}
        onChange={(event) => find.search(event.target.value)}
        onKeyDown={onKey}
      />
      <Told find={find} known={known} />
      <IconButton
        icon="chevron-up"
        label={t('previous')}
        keys="⇧ F3"
        disabled={none}
        onClick={() => step(-1)}
      />
      <IconButton icon="chevron-down" label={t('next')} keys="F3" disabled={none} onClick={() => step(1)} />
      <IconButton icon="x" label={t('close')} keys="Esc" onClick={leave} />
    </div>
  )
}

/** Shows the index of the match, the number of matches, and how much of the chat is not loaded. */
function Told({ find: { phrase, found, loading }, known }: { find: Find; known: number }) {
  const { t } = useTranslation('find')
  const format = useFormat()
  const asked = phrase.trim() !== ''
  const place = { number: format.number(found.index + 1), count: format.number(found.count) }
  const statusText = () => {
    if (!asked) return ''
    if (found.count > 0) return t(found.more ? 'placeMore' : 'place', place)
    return loading === 'loading' ? '' : t('none')
  }
  return (
    <>
      {asked && loading !== 'done' && (
        <span className={css.progress}>
          {loading === 'failed' ? t('failed') : t('loading', { count: known, known: format.number(known) })}
        </span>
      )}
      <span className={css.count} role="status">
        {statusText()}
      </span>
    </>
  )
}
