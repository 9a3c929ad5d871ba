import { useId, useState, type ReactNode } from 'react'
import { useTranslation } from '#lib/texts.ts'
import { Icon } from '#ui/icon.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { useMark, useRemoveThread } from '../api.ts'
import { byDay, threadsOf, type Entry, type Thread } from '../entries.ts'
import { focusBeside, Row } from '../row.tsx'
import { useTimes } from '../times.ts'
import { useWords } from '../words.ts'
import css from './page.module.css'

type Times = ReturnType<typeof useTimes>

/** Notifications by day; those of one thing together, below the newest. */
export function ThreadList({ entries }: { entries: readonly Entry[] }) {
  const times = useTimes()
  return (
    <div data-notifications className={css.days}>
      {byDay(threadsOf(entries)).map(({ day, threads }) => (
        <Day key={day} heading={times.day(day)} threads={threads} times={times} />
      ))}
    </div>
  )
}

function Day({ heading, threads, times }: { heading: string; threads: readonly Thread[]; times: Times }) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className={css.day}>
        {heading}
      </h2>
      <ul aria-labelledby={id}>
        {threads.map((thread) => (
          <li key={thread[0].rootId}>
            <ThreadRow thread={thread} times={times} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function ThreadRow({ thread, times }: { thread: Thread; times: Times }) {
  const { t } = useTranslation('notifications')
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const [newest, ...earlier] = thread
  const { title } = useWords()(newest)
  const remove = useRemoveThread()
  return (
    <>
      <MarkedRow entry={newest} also={earlier} when={times.ofDay(newest.at)}>
        <IconButton
          icon="trash"
          label={t('remove', { title })}
          data-remove
          onClick={(event) => {
            focusBeside(event.currentTarget, '[data-remove]')
            remove.mutate(newest)
          }}
        />
      </MarkedRow>
      {earlier.length > 0 && (
        <button
          type="button"
          className={css.fold}
          aria-expanded={isOpen}
          aria-controls={isOpen ? id : undefined}
          onClick={() => setOpen(!isOpen)}
        >
          <Icon name={isOpen ? 'chevron-down' : 'chevron-right'} size={14} />
          {t('earlier', { count: earlier.length })}
        </button>
      )}
      {isOpen && earlier.length > 0 && (
        <ul id={id} className={css.earlier}>
          {earlier.map((entry) => (
            <li key={entry.id}>
              <MarkedRow entry={entry} when={times.short(entry.at)} />
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

interface MarkedRowProps {
  entry: Entry
  /** Earlier ones of its thread, which are read with it. */
  also?: readonly Entry[]
  when: string
  children?: ReactNode
}

/** A row whose button changes whether it is read. */
function MarkedRow({ entry, also = [], when, children }: MarkedRowProps) {
  const { t } = useTranslation('notifications')
  const { title } = useWords()(entry)
  const mark = useMark()
  const unread = [entry, ...also].filter(({ read }) => !read)
  const markRead = () => mark.mutate({ ids: unread.map(({ id }) => id), read: true })
  return (
    <Row entry={entry} when={when} whole onOpen={() => unread.length > 0 && markRead()}>
      {entry.read ? (
        <IconButton
          icon="mail"
          label={t('markUnread', { title })}
          onClick={() => mark.mutate({ ids: [entry.id], read: false })}
        />
      ) : (
        <IconButton icon="check" label={t('markRead', { title })} onClick={markRead} />
      )}
      {children}
    </Row>
  )
}
