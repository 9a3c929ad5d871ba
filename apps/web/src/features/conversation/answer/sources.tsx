import type { Source } from '@polylogue/contract'
import { useMediaQuery } from '@mantine/hooks'
import { useId, useState } from 'react'
import { Link } from 'react-router'
import { useTranslation } from '../../../lib/texts.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { safeLink, type SafeLink } from '../../../ui/markdown/index.ts'
import { FileName } from '../../../ui/file-name.tsx'
import css from './sources.module.css'

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
            {source.place && <span className={css.place}>{source.place}</span>}
          </button>
        ))}
        {hidden > 0 && (
          <button type="button" className={css.more} onClick={() => setAll(true)}>
            {t('moreSources', { count: hidden })}
          </button>
        )}
      </div>
      {open && <Passage id={panel} source={open} onClose={() => onOpen(null)} />}
    </>
  )
}

/** Documents of data sources open in this window: Back leads to the answer. */
const isDocument = ({ host, href }: SafeLink) => host === '' && href.startsWith('/datasources/')

function Passage({ id, source, onClose }: { id: string; source: Source; onClose: () => void }) {
  const { t } = useTranslation('conversation')
  const address = safeLink(source.uri)
  return (
    <div
      id={id}
      className={css.panel}
      role="group"
      aria-label={t('sourceNamed', { number: source.id, title: source.title })}
    >
      <div className={css.panelHead}>
        <b className="cut">{source.title}</b>
        {source.place && <span className={css.place}>{source.place}</span>}
        <span className="sp" />
        <IconButton icon="x" iconSize={14} label={t('closeSource')} onClick={onClose} />
      </div>
      <blockquote dir="auto">{source.quote}</blockquote>
      {address &&
        (isDocument(address) ? (
          <Link to={address.href}>{t('openSource')}</Link>
        ) : (
          <a href={address.href} target="_blank" rel="noopener noreferrer" title={address.host || undefined}>
            {address.host ? t('openAt', { host: address.host }) : t('openSource')}
          </a>
        ))}
    </div>
  )
}
