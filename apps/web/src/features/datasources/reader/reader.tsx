import type { MediaItem } from '@polylogue/contract'
import { useEffect, useLayoutEffect, useMemo, useRef, type RefObject } from 'react'
import { useSearchParams } from 'react-router'
import { useTranslation } from '#lib/texts.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/states.tsx'
import { Info } from '../info.tsx'
import { Jump } from './jump.tsx'
import { Part } from './part.tsx'
import css from './reader.module.css'
import { sectionsOf, type Mark, type ShownChunk } from './sections.ts'
import { useChanged } from './use-changed.ts'
import { useWindow, type PageJump, type Window } from './use-window.ts'

interface ReaderProps {
  document: { text: string; chunks: readonly ShownChunk[] }
  /** The document, when the user may change its passages. */
  media: MediaItem | undefined
  /** A page to show. */
  jump: PageJump | undefined
  /** Shows a page of the original; absent without one. */
  onPage?: ((page: number) => void) | undefined
}

/** Renders the text around the marked span or a chosen place, with the borders of its passages. */
export function Reader({ document, media, jump, onPage }: ReaderProps) {
  const { t } = useTranslation('datasources')
  const { text, chunks } = document
  const sections = useMemo(() => sectionsOf({ text, chunks }), [text, chunks])
  const { mark, sentence } = useMark(text.length)
  const wanted = sentence?.from ?? mark?.from
  const { window, markedAt, showEarlier, showLater, jumpTo } = useWindow(sections, wanted, jump)
  const marked = useRef<HTMLElement>(null)
  // A block: browsers return a promise, which is no cleanup.
  useEffect(() => {
    marked.current?.scrollIntoView({ block: 'center' })
  }, [wanted])
  const jumped = useJump(window)
  const hasChanged = useChanged(text, mark)
  const earlier = useKeptPlace(window.from)
  if (sections.length === 0) return <EmptyState title={t('reader.empty')} wayOn="beside" />
  return (
    <div className={css.reader}>
      {hasChanged && <Info>{t('reader.changed')}</Info>}
      <Jump sections={sections} onJump={jumpTo} />
      <div ref={earlier} className={css.text} role="group" aria-label={t('reader.text')}>
        {window.from > 0 && (
          <Button size="small" onClick={showEarlier}>
            {t('reader.before')}
          </Button>
        )}
        {sections.slice(window.from, window.to).map((section, at) => (
          <Part
            key={section.from}
            text={text}
            section={section}
            mark={mark}
            sentence={sentence}
            place={window.from + at === window.at ? jumped : undefined}
            marked={mark && window.from + at === markedAt ? marked : undefined}
            media={media}
            onPage={onPage}
          />
        ))}
        {window.to < sections.length && (
          <Button size="small" onClick={showLater}>
            {t('reader.after')}
          </Button>
        )}
      </div>
    </div>
  )
}

/** Returns the span in the address, and its sentence (`at`); undefined when there is none in the text. */
function useMark(length: number): { mark: Mark | undefined; sentence: Mark | undefined } {
  const [params] = useSearchParams()
  const mark = spanOf(params.get('from'), params.get('to'), length)
  const [from = '', to = ''] = (params.get('at') ?? '').split('-')
  const sentence = spanOf(from, to, length)
  const isWithin = mark && sentence && sentence.from >= mark.from && sentence.to <= mark.to
  return { mark, sentence: isWithin ? sentence : undefined }
}

function spanOf(first: string | null, last: string | null, length: number): Mark | undefined {
  const [from, to] = [first, last].map((one) => (one ? Number(one) : Number.NaN)) as [number, number]
  const isSpan = Number.isSafeInteger(from) && Number.isSafeInteger(to) && from >= 0 && from < to
  return isSpan && from < length ? { from, to: Math.min(to, length) } : undefined
}

/** Scrolls to a section that was jumped to. */
function useJump({ jumps }: Window): RefObject<HTMLElement | null> {
  const place = useRef<HTMLElement>(null)
  useEffect(() => {
    if (jumps > 0) place.current?.scrollIntoView({ block: 'start' })
  }, [jumps])
  return place
}

/** Keeps the visible text in place when earlier text is added above it. */
function useKeptPlace(from: number): RefObject<HTMLDivElement | null> {
  const box = useRef<HTMLDivElement>(null)
  const last = useRef({ from, height: 0 })
  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    const scroller = element.closest('main')
    const height = element.scrollHeight
    if (from < last.current.from && scroller) scroller.scrollTop += height - last.current.height
    last.current = { from, height }
  })
  return box
}
