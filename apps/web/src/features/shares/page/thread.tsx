import type { SharedMessage as Message } from '@polylogue/contract'
import { useTranslation } from '#lib/texts.ts'
import type { Shown } from './reading.ts'
import { scrollBox } from '#ui/scroll-box.ts'
import { ShareHeader } from './share-header.tsx'
import { SharedMessage } from './shared-message.tsx'
import css from './shared-page.module.css'
import { useThread } from './use-thread.ts'

interface ThreadProps {
  reading: Shown
  messages: readonly Message[]
  narrow: boolean
  /** Renders every loaded message, for the printer. */
  whole: boolean
  onOlder: () => void
  onChat: (chat: number) => void
  onTitle: (isSeen: boolean) => void
}

/** A chat as a document: its title and facts, then its messages, the newest last. */
export function Thread({ reading, messages, narrow, whole, onOlder, onChat, onTitle }: ThreadProps) {
  const { t } = useTranslation('shared-page')
  const { loaded, older, share } = reading
  const hasOlder = loaded?.before !== null && loaded !== undefined
  const { box, content, mark, away, toEnd, drawn } = useThread({
    messages,
    atEnd: hasOlder,
    more: hasOlder && older === 'none',
    onOlder,
    whole,
  })
  return (
    <>
      <main className={css.main}>
        <div ref={box} className={css.scroll} {...scrollBox(t('conversation'), 'region')}>
          <div ref={content} className={css.doc}>
            <ShareHeader share={share} chat={reading.chat} onChat={onChat} onSeen={onTitle} />
            {hasOlder && <p className={css.printOnly}>{t('printPart')}</p>}
            <div className={css.thread}>
              {hasOlder && (
                <div ref={mark} className={css.older}>
                  {older === 'loading' && t('older')}
                  {older === 'failed' && (
                    <>
                      {t('olderFailed')}
                      <button type="button" className={css.textButton} onClick={onOlder}>
                        {t('retry')}
                      </button>
                    </>
                  )}
                </div>
              )}
              {drawn.map((message) => (
                <SharedMessage
                  key={message.position}
                  message={message}
                  last={message === messages.at(-1)}
                  narrow={narrow}
                />
              ))}
              {messages.length === 0 && <p className={css.end}>{t('empty')}</p>}
            </div>
          </div>
        </div>
      </main>
      {away && (
        <button type="button" className={css.newest} onClick={toEnd}>
          {t('jump')}
        </button>
      )}
    </>
  )
}
