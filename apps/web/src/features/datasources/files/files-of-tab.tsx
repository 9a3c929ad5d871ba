import type { Datasource, Project, Tab } from '@polylogue/contract'
import { DATASOURCE_STATUS } from '@polylogue/contract/browser'
import { Link } from 'react-router'
import { useErrorMessage } from '#lib/problem.ts'
import { useTranslation } from '#lib/texts.ts'
import { Button } from '#ui/button.tsx'
import { Problem } from '#ui/states.tsx'
import { sortFiles } from '#features/media/index.ts'
import css from './files-of-tab.module.css'
import { useQuestionFiles } from './use-question-files.ts'

export interface FilesOfTabProps {
  project: Project
  /** The tab of the question; undefined for one that it opens. */
  tab?: Tab | undefined
  /** The files of the next question. */
  files: readonly File[]
  /** Called with the files that a data source has now. */
  onTaken(files: readonly File[]): void
}

/** Lets a person use the files of the next question as a data source, and says until when they are read. */
export function FilesOfTab({ project, tab, files, onTaken }: FilesOfTabProps) {
  const { t } = useTranslation('datasources')
  const source = useQuestionFiles(project, tab)
  const { accepted } = sortFiles(files)
  return (
    <>
      {accepted.length > 0 && source.takes && (
        <div className={css.row}>
          <span>{t('fromQuestion.once', { count: accepted.length })}</span>
          <TakeButton source={source} files={accepted} onTaken={onTaken} />
        </div>
      )}
      <NotAdded error={source.error} />
      {/* The page of a project lists the files with their states. */}
      {tab && <Reading source={source} />}
    </>
  )
}

/** Offers files that a question cannot have as a data source. */
export function RefusedOfTab({ project, tab, files, onTaken }: FilesOfTabProps) {
  const { t } = useTranslation('datasources')
  const source = useQuestionFiles(project, tab)
  const { accepted } = sortFiles(files)
  if (accepted.length === 0 || !source.takes) return null
  return (
    <>
      <div className={css.refused}>
        <span>{t('fromQuestion.refused', { count: accepted.length, name: accepted[0]?.name })}</span>
        <TakeButton source={source} files={accepted} onTaken={onTaken} />
      </div>
      <NotAdded error={source.error} />
    </>
  )
}

type Source = ReturnType<typeof useQuestionFiles>

function TakeButton({
  source,
  files,
  onTaken,
}: Pick<FilesOfTabProps, 'files' | 'onTaken'> & { source: Source }) {
  const { t } = useTranslation('datasources')
  return (
    <Button
      size="small"
      kind="quiet"
      icon="database"
      busy={source.isPending}
      onClick={() => void source.add(files).then((added) => added && onTaken(files))}
    >
      {source.addsTo ? t('fromQuestion.addTo', { name: source.addsTo.name }) : t('fromQuestion.use')}
    </Button>
  )
}

function NotAdded({ error }: { error: Error | null }) {
  const { t } = useTranslation('datasources')
  const errorMessage = useErrorMessage()
  if (error === null) return null
  return (
    <div className={css.problem}>
      <Problem>{t('files.failed', { sentence: errorMessage(error).sentence })}</Problem>
    </div>
  )
}

function Reading({ source }: { source: Source }) {
  const { t } = useTranslation('datasources')
  const errorMessage = useErrorMessage()
  const { soon, data, retry, uploading } = source
  if (!data || (!soon && uploading === 0)) return null
  if (soon?.error !== undefined)
    return (
      <div className={css.problem}>
        <Problem
          action={
            <Button size="small" onClick={retry}>
              {t('files.again')}
            </Button>
          }
        >
          {t('fromQuestion.notUsed', { sentence: errorMessage(soon.error).sentence })}
        </Problem>
      </div>
    )
  return (
    <p className={css.row} role="status">
      {stateOf(data) === 'failed'
        ? t('fromQuestion.noneRead', { name: data.name })
        : t('fromQuestion.reading', { name: data.name })}{' '}
      <Link to={`/datasources/${data.id}`} className={css.link}>
        {t('open')}
      </Link>
    </p>
  )
}

const stateOf = ({ status }: Datasource) => (status === DATASOURCE_STATUS.failed ? 'failed' : 'read')
