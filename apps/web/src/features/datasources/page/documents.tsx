import { useMediaQuery } from '@mantine/hooks'
import type { Datasource, DatasourceSite, MediaItem } from '@polylogue/contract'
import { DATASOURCE_STATUS } from '@polylogue/contract/browser'
import { useState } from 'react'
import { Link } from 'react-router'
import { canWrite } from '#lib/can.ts'
import { useFormat } from '#lib/format.ts'
import { hasWords } from '#lib/has-words.ts'
import { useTranslation } from '#lib/texts.ts'
import { FileName } from '#ui/file-name.tsx'
import { Icon } from '#ui/icon.tsx'
import { MediaSign } from '#ui/media-sign.tsx'
import { useMediaViewer } from '#ui/media-viewer.tsx'
import { Pager } from '#ui/pager.tsx'
import { SearchField } from '#ui/search-field.tsx'
import { Segments } from '#ui/segments.tsx'
import { EmptyState } from '#ui/states.tsx'
import { Named, Table } from '#ui/table.tsx'
import { Button } from '#ui/button.tsx'
import {
  RefreshLine,
  MediaStatus,
  CancelAll,
  canOpen,
  IndexFailed,
  MediaMenu,
  remarkOf,
  RemoveMedia,
  UploadRemark,
  UploadSign,
  useAsMedium,
  typeOf,
  useUploadsOf,
  type Upload,
} from '#features/media/index.ts'
import { EditSite, entriesOf, RemoveSite, SiteRows, useSites, type Entry } from '#features/sites/index.ts'
import { languageNames } from '../language-names.ts'
import { NarrowFacts } from './narrow-facts.tsx'
import css from './page.module.css'
import { useColumns } from './use-columns.ts'

/** Rows per page. */
const PAGE = 50

const STATES = ['all', 'waiting', 'failed'] as const
type State = (typeof STATES)[number]

const isIn = (state: State, { status, recognizing }: MediaItem): boolean =>
  state === 'all' ||
  (state === 'failed'
    ? status === DATASOURCE_STATUS.failed
    : recognizing || status === DATASOURCE_STATUS.pending || status === DATASOURCE_STATUS.indexing)

/** The documents of a data source as a table, with filter and pages. */
export function Documents({ datasource }: { datasource: Datasource }) {
  // Not in its row: a site that somebody else removes must not close the dialog.
  const [edited, setEdited] = useState<DatasourceSite>()
  return (
    <>
      <Results datasource={datasource} onEditSite={setEdited} />
      {edited && <EditSite site={edited} onClose={() => setEdited(undefined)} />}
    </>
  )
}

interface ResultsProps {
  datasource: Datasource
  onEditSite: (site: DatasourceSite) => void
}

function Results({ datasource, onEditSite }: ResultsProps) {
  const { t } = useTranslation('datasources')
  const [text, setText] = useState('')
  const [state, setState] = useState<State>('all')
  const [wanted, setPage] = useState(1)
  const uploads = useUploadsOf(datasource.id)
  const uploading = new Set(uploads.map(({ mediaId }) => mediaId))
  const stored = datasource.media.filter(({ media_id }) => !uploading.has(media_id))
  const sites = useSites(datasource.id)
  const clear = () => {
    setText('')
    setState('all')
  }
  const isFiltered = text.trim() !== '' || state !== 'all'
  const matching = stored.filter((media) => isIn(state, media) && hasWords(media.name, text.trim()))
  // A search shows the pages of sites one by one.
  const found = entriesOf(matching, isFiltered ? [] : sites)
  const page = Math.min(wanted, Math.max(1, Math.ceil(found.length / PAGE)))
  if (stored.length + uploads.length + sites.length === 0)
    return <EmptyState title={t('table.none')} text={t('form.editLead')} wayOn="beside" />
  return (
    <div>
      <div className={css.tools} role="search" aria-label={t('table.filter')}>
        <SearchField
          label={t('table.filter')}
          value={text}
          maxLength={200}
          onChange={(event) => setText(event.target.value)}
        />
        <Segments
          label={t('table.states')}
          value={state}
          options={STATES.map((value) => ({ value, label: t(`table.${value}`) }))}
          onChange={setState}
        />
        {canWrite(datasource) && <Indexing datasourceId={datasource.id} media={stored} sites={sites} />}
      </div>
      {found.length + uploads.length === 0 ? (
        <NoMatch onClear={clear} />
      ) : (
        <Rows
          uploads={page === 1 ? uploads.slice(0, PAGE) : []}
          entries={found.slice((page - 1) * PAGE, page * PAGE)}
          writes={canWrite(datasource)}
          onEditSite={onEditSite}
        />
      )}
      {found.length > PAGE && (
        <Pager
          label={t('table.pager')}
          page={page}
          pageSize={PAGE}
          total={found.length}
          hasChoice
          onPage={setPage}
        />
      )}
    </div>
  )
}

interface IndexingProps {
  datasourceId: number
  media: readonly MediaItem[]
  sites: readonly DatasourceSite[]
}

const Indexing = (of: IndexingProps) => (
  <>
    <CancelAll {...of} />
    <IndexFailed {...of} />
  </>
)

interface RowsProps {
  uploads: readonly Upload[]
  entries: readonly Entry[]
  writes: boolean
  onEditSite: (site: DatasourceSite) => void
}

function Rows({ uploads, entries, writes, onEditSite }: RowsProps) {
  const { t } = useTranslation('datasources')
  const narrow = useMediaQuery('(max-width: 1024px)', false, { getInitialValueInEffect: false })
  const columns = useColumns(narrow)
  const asMedium = useAsMedium()
  const { show, viewer } = useMediaViewer()
  const [doomed, setDoomed] = useState<MediaItem>()
  const [doomedSite, setDoomedSite] = useState<DatasourceSite>()
  const row = (media: MediaItem) => (
    <Row
      key={media.media_id}
      media={media}
      narrow={narrow}
      writes={writes}
      on={{ view: () => show([asMedium(media)], 0), remove: () => setDoomed(media) }}
    />
  )
  return (
    <div className={css.table}>
      <Table label={t('table.label')} columns={columns}>
        {uploads.map((upload) => (
          <tr key={`upload-${upload.key}`}>
            <td colSpan={columns.length}>
              <Named
                sign={<MediaSign type={typeOf(upload.name) ?? ''} />}
                facts={<UploadSign upload={upload} />}
              >
                <span className={css.upload}>
                  <FileName name={upload.name} />
                </span>
                {upload.state === 'failed' && (
                  <p className={css.remark} data-bad>
                    <UploadRemark error={upload.error} />
                  </p>
                )}
              </Named>
            </td>
          </tr>
        ))}
        {entries.map((entry) =>
          'media' in entry ? (
            row(entry.media)
          ) : (
            <SiteRows
              key={`site-${entry.site.id}`}
              group={entry}
              narrow={narrow}
              writes={writes}
              on={{ edit: onEditSite, remove: setDoomedSite }}
              page={row}
            />
          ),
        )}
      </Table>
      {viewer}
      <RemoveMedia media={doomed} onClose={() => setDoomed(undefined)} />
      <RemoveSite site={doomedSite} onClose={() => setDoomedSite(undefined)} />
    </div>
  )
}

interface RowProps {
  media: MediaItem
  narrow: boolean
  writes: boolean
  on: { view: () => void; remove: () => void }
}

function Row({ media, narrow, writes, on }: RowProps) {
  const { t, i18n } = useTranslation('datasources')
  const format = useFormat()
  const { pages, chunks, characters, language } = media
  const sign = <MediaStatus media={media} />
  const number = (value: number | null) => (value === null || value === 0 ? '' : format.number(value))
  return (
    <tr>
      <td>
        <Document media={media} on={on} facts={narrow ? <NarrowFacts media={media} /> : undefined} />
      </td>
      {!narrow && (
        <>
          <td>{sign}</td>
          <td data-end>{number(pages)}</td>
          <td data-end>{number(chunks)}</td>
          <td data-end>{number(characters)}</td>
          <td>{language === null ? '' : languageNames([language], i18n.language)}</td>
        </>
      )}
      <td data-end aria-label={t('table.actions')}>
        <MediaMenu media={media} writes={writes} on={on} />
      </td>
    </tr>
  )
}

/** The name leads to the text, or opens the file while there is none. */
function Document({ media, facts, on }: Pick<RowProps, 'media' | 'on'> & { facts: React.ReactNode }) {
  const { t } = useTranslation(['datasources', 'media'])
  const { media_id: id, datasourceId, name, mime_type: type, url, status, characters } = media
  const remark = remarkOf(media, t)
  const isRead = status === DATASOURCE_STATUS.ready && characters > 0
  return (
    <Named
      sign={
        <span className={css.sign}>
          {url === null ? <MediaSign type={type} /> : <Icon name="world" size={20} />}
        </span>
      }
      facts={facts}
    >
      {isRead ? (
        <Link className={css.doc} to={`/datasources/${datasourceId}/media/${id}`}>
          <FileName name={name} />
        </Link>
      ) : canOpen(media) ? (
        <button type="button" className={css.doc} onClick={on.view}>
          <FileName name={name} />
        </button>
      ) : (
        <span className={css.doc}>
          <FileName name={name} />
        </span>
      )}
      <RefreshLine media={media} />
      {remark && (url === null || media.lastFailure === null) && (
        <p
          className={css.remark}
          data-bad={status === DATASOURCE_STATUS.failed || media.lastFailure !== null || undefined}
        >
          {remark}
        </p>
      )}
    </Named>
  )
}

/** No document fits the filter. */
function NoMatch({ onClear }: { onClear: () => void }) {
  const { t } = useTranslation('datasources')
  return (
    <EmptyState title={t('table.noMatch')}>
      <Button onClick={onClear}>{t('clearFilter')}</Button>
    </EmptyState>
  )
}
