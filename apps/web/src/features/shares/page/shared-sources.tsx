import type { SharedMessage } from '@polylogue/contract'
import { useId, useState } from 'react'
import { useTranslation } from '#lib/texts.ts'
import { FileName } from '#ui/file-name.tsx'
import { scrollBox } from '#ui/scroll-box.ts'
import css from './shared-page.module.css'

type Source = SharedMessage['sources'][number]

interface SourcesProps {
  sources: readonly Source[]
  narrow: boolean
  opened: number | undefined
  onOpen: (number: number | undefined) => void
}

/** Shows the sources of an answer as chips; a chip is a button only where the link shows the passage. */
export function Sources({ sources, narrow, opened, onOpen }: SourcesProps) {
  const { t } = useTranslation('shared-page')
  const [all, setAll] = useState(false)
  const panel = useId()
  const open = sources.find(({ number, quote }) => number === opened && quote !== null)
  const some = all ? sources : sources.slice(0, narrow ? 1 : 3)
  const chips = open && !some.includes(open) ? [...some, open] : some
  const hidden = sources.length - chips.length
  return (
    <>
      <div className={css.sources} role="group" aria-label={t('sources')}>
        {chips.map((source) => (
          <Chip key={source.number} source={source} open={open} panel={panel} onOpen={onOpen} />
        ))}
        {hidden > 0 && (
          <button type="button" className={`${css.chip} ${css.more}`} onClick={() => setAll(true)}>
            {t('moreSources', { count: hidden })}
          </button>
        )}
      </div>
      {open && (
        <div id={panel} className={css.passage} role="region" aria-label={t('source', open)}>
          <b>{[open.title, open.place].filter(Boolean).join(', ')}</b>
          <blockquote dir="auto" {...scrollBox(t('source', open))}>
            {open.quote}
          </blockquote>
        </div>
      )}
    </>
  )
}

interface ChipProps extends Pick<SourcesProps, 'onOpen'> {
  source: Source
  open: Source | undefined
  panel: string
}

function Chip({ source, open, panel, onOpen }: ChipProps) {
  const content = (
    <>
      <span className={css.number}>{source.number}</span>
      <FileName name={source.title} />
      {source.place && <span className={css.place}>{source.place}</span>}
    </>
  )
  if (source.quote === null) return <span className={css.chip}>{content}</span>
  const isOpen = source === open
  return (
    <button
      type="button"
      className={css.chip}
      aria-expanded={isOpen}
      aria-controls={isOpen ? panel : undefined}
      onClick={() => onOpen(isOpen ? undefined : source.number)}
    >
      {content}
    </button>
  )
}
