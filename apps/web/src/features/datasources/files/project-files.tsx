import type { MediaItem, Project } from '@polylogue/contract'
import { DATASOURCE_STATUS } from '@polylogue/contract/browser'
import { Link } from 'react-router'
import { useErrorMessage } from '#lib/problem.ts'
import { useTranslation } from '#lib/texts.ts'
import { Button, LinkButton } from '#ui/button.tsx'
import { FileName } from '#ui/file-name.tsx'
import { Icon } from '#ui/icon.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { MediaSign } from '#ui/media-sign.tsx'
import { Problem } from '#ui/states.tsx'
import {
  isUnfinished,
  remarkOf,
  UploadRemark,
  UploadSign,
  MediaStatus,
  FileButton,
  Refused,
  typeOf,
  usePageDrop,
  useSortedFiles,
  useUploads,
  useUploadsOf,
  type Upload,
} from '#features/media/index.ts'
import css from './project-files.module.css'
import { useProjectFiles } from './use-file-source.ts'

/** Documents that are shown; the page of the data source has all. */
const SHOWN = 6

/** The documents that new tabs of a project use, with their states; files are added here. */
export function ProjectFiles({ project }: { project: Project }) {
  const { t } = useTranslation('datasources')
  const files = useProjectFiles(project)
  const unfinished = useUploadsOf(files.id)
  const sending = new Set(unfinished.map(({ mediaId }) => mediaId))
  const stored = (files.source?.media ?? []).filter(({ media_id }) => !sending.has(media_id))
  const count = stored.length + unfinished.length
  return (
    <div className={css.files}>
      {files.writes && <AddFiles project={project} files={files} isFirst={count === 0} />}
      {!files.writes && count === 0 && (
        <p className={css.note}>{t(files.isLost ? 'lost' : 'files.nothing')}</p>
      )}
      {count > 0 && (
        <ul>
          {unfinished.map((upload) => (
            <Sending key={upload.key} upload={upload} />
          ))}
          {stored.slice(0, Math.max(0, SHOWN - unfinished.length)).map((media) => (
            <Stored key={media.media_id} media={media} />
          ))}
        </ul>
      )}
      {count > SHOWN && (
        <LinkButton kind="quiet" size="small" to={`/datasources/${files.id}`} className={css.all ?? ''}>
          {t('files.all', { count })}
        </LinkButton>
      )}
      {files.soon && <NotYet files={files} />}
    </div>
  )
}

type Files = ReturnType<typeof useProjectFiles>

interface AddFilesProps {
  project: Project
  files: Files
  isFirst: boolean
}

/** Adds files that are chosen, or dropped anywhere on the page. */
function AddFiles({ project, files, isFirst }: AddFilesProps) {
  const { t } = useTranslation('datasources')
  const errorMessage = useErrorMessage()
  const { refused, isConverting, add, dismiss } = useSortedFiles((added) => files.add(added))
  const over = usePageDrop(add)
  return (
    <>
      {over && (
        <div className={css.page}>
          <p>{t('files.drop', { name: files.source?.name ?? project.name })}</p>
        </div>
      )}
      <div className={css.zone}>
        <FileButton
          icon="upload"
          size="small"
          busy={files.isPending || isConverting}
          label={t('files.add')}
          name={t('files.choose')}
          onFiles={add}
        />
        <p>{t('files.orDrop')}</p>
      </div>
      {refused.length > 0 && <Refused files={refused} onFiles={add} onClose={dismiss} />}
      {files.error && (
        <Problem>{t('files.failed', { sentence: errorMessage(files.error).sentence })}</Problem>
      )}
      {isFirst && <p className={css.note}>{t('files.none')}</p>}
    </>
  )
}

function Stored({ media }: { media: MediaItem }) {
  const { t } = useTranslation(['datasources', 'media'])
  const { name, mime_type: type, status } = media
  const isUnread = status === DATASOURCE_STATUS.failed || isUnfinished(media)
  const remark = isUnread ? remarkOf(media, t) : undefined
  return (
    <li className={css.row}>
      <Link to={`/datasources/${media.datasourceId}/media/${media.media_id}`} className={css.link}>
        {media.url === null ? <MediaSign type={type} /> : <Icon name="world" size={20} />}
        <FileName name={name} />
      </Link>
      <MediaStatus media={media} />
      {remark && <p className={css.remark}>{remark}</p>}
    </li>
  )
}

function Sending({ upload }: { upload: Upload }) {
  const { t } = useTranslation(['datasources', 'media'])
  const uploads = useUploads()
  const { key, name, state, error } = upload
  return (
    <li className={css.row}>
      <span className={css.link}>
        <MediaSign type={typeOf(name) ?? ''} />
        <FileName name={name} />
      </span>
      <span className={css.sign}>
        <UploadSign upload={upload} />
      </span>
      {state === 'failed' && (
        <>
          <IconButton
            icon="refresh"
            iconSize={14}
            label={`${t('media:retry')}: ${name}`}
            onClick={() => uploads.retry(key)}
          />
          <p className={css.remark}>
            <UploadRemark error={error} />
          </p>
        </>
      )}
    </li>
  )
}

/** Says that new tabs do not use the files yet, and what there is to do. */
function NotYet({ files }: { files: Files }) {
  const { t } = useTranslation('datasources')
  const errorMessage = useErrorMessage()
  const { soon, source, retry } = files
  if (soon?.error !== undefined)
    return (
      <Problem
        action={
          <Button size="small" onClick={retry}>
            {t('files.again')}
          </Button>
        }
      >
        {t('files.notUsed', { sentence: errorMessage(soon.error).sentence })}
      </Problem>
    )
  const hasFailed = source?.status === DATASOURCE_STATUS.failed
  return (
    <p className={css.note} role="status">
      {hasFailed ? t('files.noneRead') : t('files.soon')}
    </p>
  )
}
