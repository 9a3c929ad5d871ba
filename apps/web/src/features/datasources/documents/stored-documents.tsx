import type { Datasource, DatasourceSite, MediaItem } from '@polylogue/contract'
import { DATASOURCE_STATUS } from '@polylogue/contract/browser'
import { useState } from 'react'
import { useFormat } from '#lib/format.ts'
import { useErrorMessage } from '#lib/problem.ts'
import { useTranslation } from '#lib/texts.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { useMediaViewer } from '#ui/media-viewer.tsx'
import { Problem } from '#ui/states.tsx'
import {
  useNow,
  MediaStatus,
  StatusSign,
  typeOf,
  useUploads,
  useUploadsOf,
  type Upload,
  useAsMedium,
  useRemoveMedia,
  canOpen,
  remarkOf,
  MediaMenu,
  RemoveMedia,
  UploadRemark,
  UploadSign,
} from '#features/media/index.ts'
import {
  EditSite,
  entriesOf,
  RemoveSite,
  SiteFacts,
  SiteMenu,
  summaryOf,
  useAddAddress,
  useSiteName,
  useSites,
  type NewAddress,
  type SiteGroup,
  type TypedAddress,
} from '#features/sites/index.ts'
import { MediaCard } from './media-card.tsx'
import { MediaField } from './media-field.tsx'
import { MediaGrid } from './media-grid.tsx'

/** The documents of a data source: they are added and removed at once. */
export function StoredDocuments({ datasource, typed }: { datasource: Datasource; typed: TypedAddress }) {
  const { t } = useTranslation(['datasources', 'media'])
  const errorMessage = useErrorMessage()
  const format = useFormat()
  const uploads = useUploads()
  const unfinished = useUploadsOf(datasource.id)
  const address = useAddAddress()
  const asMedium = useAsMedium()
  const { show, viewer } = useMediaViewer()
  const [doomed, setDoomed] = useState<MediaItem>()
  // Not in its card: a site that somebody else removes must not close the dialog.
  const [editedSite, setEditedSite] = useState<DatasourceSite>()
  const sites = useSites(datasource.id)
  const { id } = datasource
  const uploading = new Set(unfinished.map(({ mediaId }) => mediaId))
  const stored = datasource.media.filter(({ media_id }) => !uploading.has(media_id))
  const count = stored.length + unfinished.length
  const on = {
    files: (files: readonly File[]) => uploads.add(id, files),
    address: (added: NewAddress) =>
      address.mutateAsync({ id, ...added }).then(
        () => true,
        () => false,
      ),
  }
  return (
    <MediaField
      on={on}
      typed={typed}
      count={count > 0 ? t('media:count', { count, number: format.number(count) }) : undefined}
    >
      {address.error && (
        <Problem>{t('media:addressFailed', { sentence: errorMessage(address.error).sentence })}</Problem>
      )}
      <MediaGrid>
        {[
          ...unfinished.map((upload) => () => <UploadCard key={`upload-${upload.key}`} upload={upload} />),
          ...entriesOf(stored, sites).map((entry) => () => {
            if ('site' in entry)
              return <SiteCard key={`site-${entry.site.id}`} group={entry} onEdit={setEditedSite} />
            const { media } = entry
            return (
              <StoredCard
                key={media.media_id}
                media={media}
                on={{ view: () => show([asMedium(media)], 0), remove: () => setDoomed(media) }}
              />
            )
          }),
        ]}
      </MediaGrid>
      {viewer}
      <RemoveMedia media={doomed} onClose={() => setDoomed(undefined)} />
      {editedSite && <EditSite site={editedSite} onClose={() => setEditedSite(undefined)} />}
    </MediaField>
  )
}

/** The pages of a site as one card; the page of the data source shows each. */
function SiteCard({ group, onEdit }: { group: SiteGroup; onEdit: (site: DatasourceSite) => void }) {
  const { status } = summaryOf(group, useNow())
  const nameOf = useSiteName()
  const [doomed, setDoomed] = useState<DatasourceSite>()
  const { site } = group
  return (
    <>
      <MediaCard
        name={nameOf(site)}
        type=""
        isAddress
        sign={<StatusSign status={status} />}
        remark={<SiteFacts group={group} />}
        menu={<SiteMenu site={site} onEdit={() => onEdit(site)} onRemove={() => setDoomed(site)} />}
      />
      <RemoveSite site={doomed} onClose={() => setDoomed(undefined)} />
    </>
  )
}

interface StoredCardProps {
  media: MediaItem
  on: { view: () => void; remove: () => void }
}

function StoredCard({ media, on }: StoredCardProps) {
  const { t } = useTranslation(['datasources', 'media'])
  const { name, mime_type: type, url, status } = media
  return (
    <MediaCard
      name={name}
      type={type}
      isAddress={url !== null}
      sign={<MediaStatus media={media} />}
      remark={remarkOf(media, t)}
      bad={status === DATASOURCE_STATUS.failed || media.lastFailure !== null}
      open={canOpen(media) ? { label: t('media:viewNamed', { name }), act: on.view } : undefined}
      menu={<MediaMenu media={media} writes on={on} />}
    />
  )
}

function UploadCard({ upload }: { upload: Upload }) {
  const { t } = useTranslation(['datasources', 'media'])
  const uploads = useUploads()
  const removal = useRemoveMedia()
  const { key, name, state, mediaId, error } = upload
  const remove = () => {
    uploads.remove(key)
    if (mediaId !== null) removal.mutate(mediaId)
  }
  return (
    <MediaCard
      name={name}
      type={typeOf(name) ?? ''}
      sign={<UploadSign upload={upload} />}
      remark={state === 'failed' ? <UploadRemark error={error} /> : undefined}
      bad
      menu={
        <>
          {state === 'failed' && (
            <IconButton
              icon="refresh"
              iconSize={14}
              label={`${t('media:retry')}: ${name}`}
              onClick={() => uploads.retry(key)}
            />
          )}
          <IconButton icon="x" iconSize={14} label={t('media:removeNamed', { name })} onClick={remove} />
        </>
      }
    />
  )
}
