import type { MediaText } from '@polylogue/contract'
import { useEffect, useLayoutEffect, useMemo, useRef, useState, type RefObject } from 'react'
import { useSearchParams } from 'react-router'
import { useFormat } from '../../../lib/format.ts'
import { useTranslation } from '../../../lib/texts.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import { Info } from '../info.tsx'
import css from './reader.module.css'
import { placesOf, sectionAt, sectionsOf, splitAt, type Mark, type Section } from './sections.ts'
import { useChanged } from './use-changed.ts'

/** Sections before and after the place that are rendered at first, and with each further step. */
const STEP = 12

interface Window {
  /** The sections that are rendered, `to` excluded. */
  from: number
  to: number
  /** The section that was jumped to. */
  at: number
}

const windowAt = (at: number, count: number): Window => ({
  from: Math.max(0, at - STEP),
  to: Math.min(count, at + STEP + 1),
  at,
})

/** Renders the text around the marked span or a chosen place; a text may have ten million characters. */
export function Reader({ document }: { document: MediaText }) {
  const { t } = useTranslation('datasources')
  const { text } = document
  const sections = useMemo(() => sectionsOf(document), [document])
  const mark = useMark(text.length)
  const markedAt = mark ? sectionAt(sections, mark.from) : 0
  const [shown, setShown] = useState(() => windowAt(markedAt, sections.length))
  const [seen, setSeen] = useState({ document, from: mark?.from })
  // Another link to the same document, or a document that was read again.
  if (seen.document !== document || seen.from !== mark?.from) {
    setSeen({ document, from: mark?.from })
    setShown(windowAt(markedAt, sections.length))
  }
  const marked = useRef<HTMLElement>(null)
  // A block: browsers return a promise, which is no cleanup.
  useEffect(() => {
    marked.current?.scrollIntoView({ block: 'center' })
  }, [mark?.from])
  const jumped = useJump(shown)
  const hasChanged = useChanged(text, mark)
  const earlier = useKeptPlace(shown.from)
  if (sections.length === 0) return <EmptyState title={t('reader.empty')} />
  return (
    <>
      {hasChanged && <Info>{t('reader.changed')}</Info>}
      <Jump sections={sections} onJump={(at) => setShown(windowAt(at, sections.length))} />
      <div ref={earlier} className={css.text} role="group" aria-label={t('reader.text')}>
        {shown.from > 0 && (
          <Button size="small" onClick={() => setShown({ ...shown, from: Math.max(0, shown.from - STEP) })}>
            {t('reader.before')}
          </Button>
        )}
        {sections.slice(shown.from, shown.to).map((section, at) => (
          <Part
            key={section.from}
            text={text}
            section={section}
            mark={mark}
            place={shown.from + at === shown.at ? jumped : undefined}
            marked={shown.from + at === markedAt ? marked : undefined}
          />
        ))}
        {shown.to < sections.length && (
          <Button
            size="small"
            onClick={() => setShown({ ...shown, to: Math.min(sections.length, shown.to + STEP) })}
          >
            {t('reader.after')}
          </Button>
        )}
      </div>
    </>
  )
}

/** Returns the span in the address; undefined when there is none in the text. */
function useMark(length: number): Mark | undefined {
  const [params] = useSearchParams()
  const from = Number(params.get('from') ?? Number.NaN)
  const to = Number(params.get('to') ?? Number.NaN)
  const isSpan = Number.isSafeInteger(from) && Number.isSafeInteger(to) && from >= 0 && from < to
  return isSpan && from < length ? { from, to: Math.min(to, length) } : undefined
}

/** Scrolls to a section that was jumped to, not to the first one. */
function useJump({ at }: Window): RefObject<HTMLElement | null> {
  const place = useRef<HTMLElement>(null)
  const first = useRef(at)
  useEffect(() => {
    if (first.current === at) return
    first.current = at
    place.current?.scrollIntoView({ block: 'start' })
  }, [at])
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

interface PartProps {
  text: string
  section: Section
  mark: Mark | undefined
  place: RefObject<HTMLElement | null> | undefined
  marked: RefObject<HTMLElement | null> | undefined
}

/** A section, below a thin line that says which passage it is. */
function Part({ text, section, mark, place, marked }: PartProps) {
  const { t } = useTranslation('datasources')
  const format = useFormat()
  const { chunk, number } = section
  const parts = splitAt(text, section, mark)
  const facts = chunk && [
    t('reader.passage', { number: format.number(number) }),
    ...(chunk.page === null ? [] : [t('reader.page', { page: format.number(chunk.page) })]),
    t('reader.tokens', { tokens: format.number(chunk.tokens) }),
  ]
  return (
    <section ref={place} className={css.part}>
      {facts && <p className={css.border}>{facts.join(' · ')}</p>}
      <p className={css.words} dir="auto">
        {parts.before}
        {parts.marked !== '' && <mark ref={marked}>{parts.marked}</mark>}
        {parts.after}
      </p>
    </section>
  )
}

interface JumpProps {
  sections: readonly Section[]
  onJump: (index: number) => void
}

/** Chooses a page or a heading; absent for a document with one. */
function Jump({ sections, onJump }: JumpProps) {
  const { t } = useTranslation('datasources')
  const places = useMemo(() => placesOf(sections), [sections])
  if (places.length < 2) return null
  return (
    <label className={css.jump}>
      <span>{t('reader.jump')}</span>
      <select value="" onChange={(event) => onJump(Number(event.target.value))}>
        <option value="" disabled>
          {t('reader.jumpTo')}
        </option>
        {places.map(({ index, page, heading }) => (
          <option key={index} value={index}>
            {heading === ''
              ? t('reader.jumpPage', { page: page ?? '' })
              : page === null
                ? heading
                : t('reader.jumpHeading', { heading, page })}
          </option>
        ))}
      </select>
    </label>
  )
}
