// Placeholder states: empty, loading, failed.
import { useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import { useTranslation } from '#lib/texts.ts'
import { Button } from './button.tsx'
import { returnFocus } from './focus-trail.ts'
import { Icon } from './icon.tsx'
import css from './states.module.css'

type EmptyStateProps = { title: string; text?: string | undefined } & (
  | { children: ReactNode }
  /** Without an action: it stands beside on the page (`beside`), or nothing is left to do (`none`). */
  | { wayOn: 'beside' | 'none' }
)

/** Shows what is missing in one line, the reason or purpose in one sentence, and the way on: at most one action. */
export function EmptyState({ title, text, ...rest }: EmptyStateProps) {
  return (
    <Placeholder title={title} text={text}>
      {'children' in rest && rest.children}
    </Placeholder>
  )
}

interface PlaceholderProps {
  role?: string
  title: string
  text: string | undefined
  more?: ReactNode
  children: ReactNode
}

/** Returns the focus when it goes away with it: its button did what it offered. */
function Placeholder({ role, title, text, more, children }: PlaceholderProps) {
  const place = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const element = place.current
    return () => {
      // After a change of page has moved the focus to its heading (app/use-route-focus.ts).
      if (element?.contains(document.activeElement)) setTimeout(returnFocus, 80)
    }
  }, [])
  return (
    <div ref={place} className={css.empty} role={role}>
      <h2>{title}</h2>
      {text && <p>{text}</p>}
      {more}
      {children && <div className={css.wayOn}>{children}</div>}
    </div>
  )
}

/** Shows an error in place, in one sentence, with an action next to it. */
export function Problem({ children, action }: { children: ReactNode; action?: ReactNode }) {
  return (
    <div className={css.problem} role="alert">
      <Icon name="alert-circle" />
      <p>{children}</p>
      {action}
    </div>
  )
}

/** Shows a failed load: what, why, and Try again. */
export function LoadFailed({
  title,
  sentence,
  requestId,
  onRetry,
}: {
  title: string
  sentence: string
  requestId?: string | undefined
  onRetry: () => void
}) {
  const { t } = useTranslation('ui')
  return (
    <Placeholder
      role="alert"
      title={title}
      text={sentence}
      more={requestId && <p className={css.request}>{t('requestId', { id: requestId })}</p>}
    >
      <Button onClick={onRetry}>{t('tryAgain')}</Button>
    </Placeholder>
  )
}

/** A skeleton: nothing for 300 ms, then `children` made of Bone; after ten seconds a sentence. */
export function Loading({ children }: { children: ReactNode }) {
  const { t } = useTranslation('ui')
  const [age, setAge] = useState<'new' | 'shown' | 'long'>('new')
  useEffect(() => {
    const shown = setTimeout(() => setAge('shown'), 300)
    const long = setTimeout(() => setAge('long'), 10_000)
    return () => {
      clearTimeout(shown)
      clearTimeout(long)
    }
  }, [])
  return (
    <div aria-busy="true">
      <span className="sr" role="status">
        {age === 'new' ? '' : t('loading')}
      </span>
      {age !== 'new' && <div aria-hidden="true">{children}</div>}
      {age === 'long' && <p className={css.long}>{t('stillLoading')}</p>}
    </div>
  )
}

/** What a page shows while its text is loading: a heading and two lines. */
export function PageSkeleton() {
  return (
    <Loading>
      <div className={css.bones}>
        <SkeletonLine width={40} />
        <SkeletonLine width={92} />
        <SkeletonLine width={72} />
      </div>
    </Loading>
  )
}

/** A bar of a skeleton; `width` in percent of its container. */
export function SkeletonLine({ width = 100, height = 10 }: { width?: number; height?: number }) {
  return <span className={css.bone} style={{ width: `${width}%`, height }} />
}
