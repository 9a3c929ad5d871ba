import type { MediaItem } from '@polylogue/contract'
import { DATASOURCE_STATUS } from '@polylogue/contract/browser'
import { useState } from 'react'
import { Navigate } from 'react-router'
import { ApiProblem } from '../../../lib/api.ts'
import type { FeatureView } from '../../../lib/feature-page.ts'
import { useNotices } from '../../../lib/notices.ts'
import { useErrorMessage } from '../../../lib/problem.ts'
import { useTranslation } from '../../../lib/texts.ts'
import { Button, LinkButton } from '../../../ui/button.tsx'
import { saveBlob } from '../../../ui/media-save.ts'
import { useMediaViewer } from '../../../ui/media-viewer.tsx'
import { Bone, EmptyState, LoadFailed, Loading } from '../../../ui/states.tsx'
import { useDatasource } from '../api.ts'
import { StatusSign } from '../status.tsx'
import { canOpen, remarkOf, useAsMedium, useMediaText } from '../media/index.ts'
import { useCanUseDatasources } from '../permission.ts'
import { useIdInPath } from '../use-id-in-path.ts'
import css from './reader.module.css'
import { Reader } from './reader.tsx'

const isRefused = (error: Error | null) =>
  error instanceof ApiProblem && error.status >= 400 && error.status < 500

/** A document as it was read, with the borders of its passages. */
function ReaderPage() {
  const { t } = useTranslation('datasources')
  const errorMessage = useErrorMessage()
  const id = useIdInPath('id')
  const mediaId = useIdInPath('mediaId')
  const datasource = useDatasource(id)
  const text = useMediaText(mediaId)
  const media = datasource.data?.media.find(({ media_id }) => media_id === mediaId)
  if (useCanUseDatasources() === false) return <Navigate to="/" replace />
  const isGone =
    id === 0 || mediaId === 0 || isRefused(datasource.error) || (datasource.data !== undefined && !media)
  if (isGone)
    return (
      <EmptyState title={t('reader.gone')}>
        <LinkButton to={datasource.data ? `/datasources/${id}` : '/datasources'}>
          {t(datasource.data ? 'reader.back' : 'all')}
        </LinkButton>
      </EmptyState>
    )
  const failed = datasource.error ?? (isRefused(text.error) ? null : text.error)
  if (failed && !(media && text.data))
    return (
      <LoadFailed
        title={t('reader.loadFailed')}
        {...errorMessage(failed)}
        onRetry={() => {
          void datasource.refetch()
          void text.refetch()
        }}
      />
    )
  if (!media || (!text.data && !text.error)) return <Skeleton />
  return (
    <div className={css.page}>
      <Head media={media} />
      {text.data ? (
        <Reader document={text.data} />
      ) : (
        <EmptyState title={t('reader.notRead')} text={remarkOf(media, t)} />
      )}
    </div>
  )
}

function Head({ media }: { media: MediaItem }) {
  const { t } = useTranslation('datasources')
  const { show, viewer } = useMediaViewer()
  const medium = useAsMedium()(media)
  const remark = media.status === DATASOURCE_STATUS.ready ? remarkOf(media, t) : undefined
  return (
    <div className={css.head}>
      <div className={css.about}>
        <StatusSign status={media.status} />
        {remark && <span>{remark}</span>}
      </div>
      {canOpen(media) && (
        <>
          <Button icon="eye" onClick={() => show([medium], 0)}>
            {t('reader.view')}
          </Button>
          <Download load={medium.load} name={media.name} />
        </>
      )}
      {viewer}
    </div>
  )
}

function Download({ load, name }: { load: () => Promise<Blob>; name: string }) {
  const { t } = useTranslation('datasources')
  const notices = useNotices()
  const errorMessage = useErrorMessage()
  const [busy, setBusy] = useState(false)
  const download = async () => {
    setBusy(true)
    try {
      saveBlob(await load(), name)
    } catch (error) {
      const text = errorMessage(error).sentence
      notices.show({ kind: 'failure', title: t('reader.downloadFailed'), text })
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button icon="download" busy={busy} onClick={() => void download()}>
      {t('reader.download')}
    </Button>
  )
}

const Skeleton = () => (
  <Loading>
    <div className={css.bones}>
      <Bone width={92} />
      <Bone width={84} />
      <Bone width={96} />
      <Bone width={40} />
    </div>
  </Loading>
)

export const readerPage: FeatureView = {
  useHeading: () => {
    const { t } = useTranslation('datasources')
    const mediaId = useIdInPath('mediaId')
    const { data } = useDatasource(useIdInPath('id'))
    return data?.media.find(({ media_id }) => media_id === mediaId)?.name ?? t('reader.document')
  },
  useCrumb: () => {
    const { t } = useTranslation('datasources')
    const id = useIdInPath('id')
    const { data } = useDatasource(id)
    return data ? { to: `/datasources/${id}`, text: data.name } : { to: '/datasources', text: t('title') }
  },
  View: ReaderPage,
}
