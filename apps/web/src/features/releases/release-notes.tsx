import { useTranslation } from '#lib/texts.ts'
import { Markdown } from '#ui/markdown/index.ts'
import { SkeletonLine, EmptyState, LoadFailed, Loading } from '#ui/states.tsx'
import { useReleaseNotes } from './api.ts'
import css from './releases.module.css'

/** The changes by version, newest first. */
export function ReleaseNotes() {
  const { t } = useTranslation('releases')
  const notes = useReleaseNotes()
  if (notes.isError)
    return (
      <LoadFailed
        title={t('loadFailed')}
        sentence={t('loadFailedText')}
        onRetry={() => void notes.refetch()}
      />
    )
  if (notes.data === null) return <EmptyState title={t('none')} text={t('noneText')} wayOn="none" />
  if (notes.data === undefined)
    return (
      <Loading>
        <div className={css.skeleton}>
          {[24, 92, 86, 64, 90, 72].map((width, index) => (
            <SkeletonLine key={index} width={width} />
          ))}
        </div>
      </Loading>
    )
  return (
    <article className={css.notes}>
      <Markdown text={notes.data} />
    </article>
  )
}
