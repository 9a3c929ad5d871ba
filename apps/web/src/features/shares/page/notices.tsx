import type { ReactNode } from 'react'
import { useTranslation } from '#lib/texts.ts'
import css from './shared-page.module.css'

interface NoticeProps {
  title: string
  /** Sentences, one a paragraph. */
  texts: readonly string[]
  children: ReactNode
}

/** Says why there is no chat, and leads on. */
function Notice({ title, texts, children }: NoticeProps) {
  return (
    <main className={css.scroll}>
      <div className={css.notice}>
        <h1>{title}</h1>
        {texts.map((text) => (
          <p key={text}>{text}</p>
        ))}
        <div className={css.wayOn}>{children}</div>
      </div>
    </main>
  )
}

/** The same for a link that never existed, is wrong, has ended or has expired (SHARE-10). */
export function NotFound() {
  const { t } = useTranslation('shared-page')
  return (
    <Notice title={t('notFound')} texts={[t('notFoundText'), t('notFoundWay')]}>
      <ToStart />
    </Notice>
  )
}

/** For a link that ended while its page was open. */
export function Ended() {
  const { t } = useTranslation('shared-page')
  return (
    <Notice title={t('ended')} texts={[t('endedText'), t('notFoundWay')]}>
      <ToStart />
    </Notice>
  )
}

function ToStart() {
  const { t } = useTranslation('shared-page')
  return (
    <a href="/" className={css.button}>
      {t('toStart')}
    </a>
  )
}

export function NeedsSignIn({ onSignIn }: { onSignIn: () => void }) {
  const { t } = useTranslation('shared-page')
  return (
    <Notice title={t('signIn')} texts={[t('signInText')]}>
      <button type="button" className={css.button} data-fill onClick={onSignIn}>
        {t('signInButton')}
      </button>
    </Notice>
  )
}

export function LoadFailed({ reachable, onRetry }: { reachable: boolean; onRetry: () => void }) {
  const { t } = useTranslation('shared-page')
  return (
    <Notice title={t('loadFailed')} texts={[reachable ? t('busy') : t('offline')]}>
      <button type="button" className={css.button} data-fill onClick={onRetry}>
        {t('retry')}
      </button>
    </Notice>
  )
}

/** The title and the first message, while they load. */
export function Skeleton() {
  const { t } = useTranslation('shared-page')
  return (
    <main className={css.scroll} aria-busy="true">
      <div className={css.doc}>
        <p className="sr" role="status">
          {t('loading')}
        </p>
        <div className={css.bones} aria-hidden="true">
          {['title', 'facts', 'question', 'one', 'two', 'three'].map((line) => (
            <span key={line} className={css.bone} />
          ))}
        </div>
      </div>
    </main>
  )
}
