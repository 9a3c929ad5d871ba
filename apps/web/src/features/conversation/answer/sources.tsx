import type { Source } from '@polylogue/contract'
import { useMediaQuery } from '@mantine/hooks'
import { Suspense, useId, useState } from 'react'
import { lazyView } from '#lib/load-code.ts'
import { useTranslation } from '#lib/texts.ts'
import { FileName } from '#ui/file-name.tsx'
import css from './sources.module.css'

/** Not part of the first load of the page. */
const Passage = lazyView(async () => (await import('./source-passage.tsx')).SourcePassage)

/** Up to this length a place, such as a page, stays whole, and the name is cut. */
const SHORT_PLACE = 12

interface SourcesProps {
  sources: readonly Source[]
  /** The number of the open source. */
  opened: number | null
  onOpen: (id: number | null) => void
}

/** Shows the sources of an answer as chips; a chip opens in place, with the passage and a link to the document. */
export function Sources({ sources, opened, onOpen }: SourcesProps) {
  const { t } = useTranslation('conversation')
  const narrow = useMediaQuery('(max-width: 640px)', false, { getInitialValueInEffect: false })
  const [all, setAll] = useState(false)
  const panel = useId()
  const open = sources.find((source) => source.id === opened)
  const shown = all ? sources : sources.slice(0, narrow ? 1 : 3)
  const chips = open && !shown.includes(open) ? [...shown, open] : shown
  const hidden = sources.length - chips.length
  return (
    <>
      <div className={css.row} role="group" aria-label={t('sources')}>
        {chips.map((source) => (
          <button
            key={source.id}
            type="button"
            className={css.chip}
            aria-expanded={source === open}
            aria-controls={source === open ? panel : undefined}
            title={source.title}
            onClick={() => onOpen(source === open ? null : source.id)}
          >
            <span className={css.number}>{source.id}</span>
            <FileName name={source.title} />
            {source.place && (
              <span className={css.place} data-short={source.place.length <= SHORT_PLACE || undefined}>
                {source.place}
              </span>
            )}
          </button>
        ))}
        {hidden > 0 && (
          <button type="button" className={css.more} onClick={() => setAll(true)}>
            {t('moreSources', { count: hidden })}
          </button>
        )}
      </div>
      {open && (
        <Suspense fallback={null}>
          <Passage id={panel} source={open} onClose={() => onOpen(null)} />
        </Suspense>
      )}
    </>
  )
}
