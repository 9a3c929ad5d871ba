import { useEffect, useEffectEvent, useState } from 'react'
import { useConfig } from '#lib/config.ts'
import { useStore, type Readable } from '#lib/store.ts'
import { useTranslation } from '#lib/texts.ts'
import { Ended, LoadFailed, NeedsSignIn, NotFound, Skeleton } from './notices.tsx'
import { LOOK_MS, type Reader, type Shown } from './reading.ts'
import { SaveFileContext } from './shared-message.tsx'
import { SharedBar } from './shared-bar.tsx'
import { SharedFoot } from './shared-foot.tsx'
import css from './shared-page.module.css'
import { Thread } from './thread.tsx'
import { useWork } from './use-work.ts'
import { useSharedFormat } from './use-shared-format.ts'

interface SharedPageProps {
  reader: Reader
  /** Leads to the sign-in and back here. */
  onSignIn: () => void
  /** Opens an address of the workspace. */
  onLeave: (path: string) => void
}

/** The page of a share link. It is outside the app: no router, no query cache, nothing but what the link shows. */
export function SharedPage({ reader, onSignIn, onLeave }: SharedPageProps) {
  const reading = useStore(reader)
  useTitle(reading.state === 'shown' ? reading.share.title : undefined)
  useLooks(reader, reading.state === 'shown' && reading.share.goesOn)
  if (reading.state === 'shown') return <Chat reader={reader} reading={reading} onLeave={onLeave} />
  return (
    <div className={css.page}>
      <SharedBar title={undefined} actions={undefined} copy={undefined} />
      {reading.state === 'loading' && <Skeleton />}
      {reading.state === 'gone' && <NotFound />}
      {reading.state === 'ended' && <Ended />}
      {reading.state === 'signIn' && <NeedsSignIn onSignIn={onSignIn} />}
      {reading.state === 'failed' && (
        <LoadFailed reachable={reading.reachable} onRetry={() => void reader.open()} />
      )}
      <SharedFoot isShown={false} />
    </div>
  )
}

interface ChatProps extends Pick<SharedPageProps, 'reader' | 'onLeave'> {
  reading: Shown
}

function Chat({ reader, reading, onLeave }: ChatProps) {
  const [isTitleSeen, setTitleSeen] = useState(true)
  const isNarrow = useStore(narrow)
  const work = useWork(reader, (projectId) => onLeave(`/projects/${projectId}`))
  usePrintKey(work.print)
  const { share, loaded } = reading
  const copy = share.canCopy
    ? { onCopy: () => void work.copy(), busy: work.work?.does === 'copying' }
    : undefined
  return (
    <div className={css.page}>
      <SharedBar
        title={isTitleSeen ? undefined : share.title}
        actions={{ download: (format) => void work.download(format), print: () => void work.print() }}
        copy={copy}
      />
      <div className={css.outer}>
        <Strip reading={reading} {...work} />
        {loaded ? (
          <SaveFileContext value={(key, name) => void work.file(key, name)}>
            <Thread
              key={reading.chat}
              reading={reading}
              messages={loaded.messages}
              narrow={isNarrow}
              whole={work.printing}
              onOlder={reader.older}
              onChat={reader.choose}
              onTitle={setTitleSeen}
            />
          </SaveFileContext>
        ) : (
          <Skeleton />
        )}
      </div>
      <SharedFoot isShown />
    </div>
  )
}

/** Says above the chat what is going on or went wrong, and announces it. */
function Strip({ reading, work, failure, cancel }: { reading: Shown } & ReturnType<typeof useWork>) {
  const { t } = useTranslation('shared-page')
  const { number } = useSharedFormat()
  const { news, isCurrent } = reading
  const refusals = {
    download: () => t('downloadFailed'),
    copy: () => t('copyFailed'),
    file: () => failure?.of === 'file' && t('fileFailed', { name: failure.name }),
  }
  const doing =
    work?.does === 'loading'
      ? t('loadingAll', { count: work.known, shown: number(work.known) })
      : work && (work.does === 'making' ? t('making') : t('copying'))
  const said = doing ?? (failure ? refusals[failure.of]() : isCurrent ? undefined : t('notCurrent'))
  return (
    <div>
      <div className={css.strip} role="status" data-bad={(!doing && failure) || undefined}>
        {said && <span>{said}</span>}
        {doing && work?.does !== 'copying' && (
          <button type="button" className={css.textButton} onClick={cancel}>
            {t('cancel')}
          </button>
        )}
      </div>
      <p className="sr" role="status">
        {news > 0 && t('news', { count: news, shown: number(news) })}
      </p>
    </div>
  )
}

/** Looks again when the reader comes back, and every few seconds at a link that goes on. */
function useLooks(reader: Reader, goesOn: boolean): void {
  useEffect(() => {
    const look = () => {
      if (document.visibilityState === 'visible') void reader.look()
    }
    window.addEventListener('focus', look)
    document.addEventListener('visibilitychange', look)
    const timer = goesOn ? setInterval(look, LOOK_MS) : undefined
    return () => {
      window.removeEventListener('focus', look)
      document.removeEventListener('visibilitychange', look)
      clearInterval(timer)
    }
  }, [reader, goesOn])
}

/** The browser's own shortcut prints only what is drawn: ours draws everything first. */
function usePrintKey(print: () => Promise<void>): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key.toLowerCase() !== 'p' || !(event.ctrlKey || event.metaKey) || event.shiftKey) return
    event.preventDefault()
    void print()
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event)
    window.addEventListener('keydown', listener)
    return () => window.removeEventListener('keydown', listener)
  }, [])
}

function useTitle(title: string | undefined): void {
  const { appName } = useConfig()
  useEffect(() => {
    document.title = title ? `${title} · ${appName}` : appName
  }, [title, appName])
}

const phone = matchMedia('(max-width: 640px)')
const narrow: Readable<boolean> = {
  get: () => phone.matches,
  subscribe(listener) {
    phone.addEventListener('change', listener)
    return () => phone.removeEventListener('change', listener)
  },
}
