import type { Datasource, Project, Tab } from '@polylogue/contract'
import { DATASOURCE_STATUS } from '@polylogue/contract/browser'
import { Link } from 'react-router'
import { useErrorMessage } from '../../../lib/problem.ts'
import { useTranslation } from '../../../lib/texts.ts'
import { Button } from '../../../ui/button.tsx'
import { Problem } from '../../../ui/states.tsx'
import { sortFiles } from '../upload/index.ts'
import css from './files-of-tab.module.css'
import { useTabFiles } from './use-tab-files.ts'

export interface FilesOfTabProps {
  project: Project
  tab: Tab
  /** The files of the next question. */
  files: readonly File[]
  /** Called with the files that a data source has now. */
  onTaken(files: readonly File[]): void
}

/** Lets a person use the files of the next question as a data source, and says until when they are read. */
export function FilesOfTab({ project, tab, files, onTaken }: FilesOfTabProps) {
  const { t } = useTranslation('datasources')
  const errorMessage = useErrorMessage()
  const source = useTabFiles(project, tab)
  const { accepted } = sortFiles(files)
  return (
    <>
      {accepted.length > 0 && (
        <div className={css.row}>
          <span>{t('fromQuestion.once', { count: accepted.length })}</span>
          <Button
            size="small"
            kind="quiet"
            icon="database"
            busy={source.isPending}
            onClick={() => void source.add(accepted).then((added) => added && onTaken(accepted))}
          >
            {source.addsTo ? t('fromQuestion.addTo', { name: source.addsTo.name }) : t('fromQuestion.use')}
          </Button>
        </div>
      )}
      {source.error !== null && (
        <div className={css.problem}>
          <Problem>{t('files.failed', { sentence: errorMessage(source.error).sentence })}</Problem>
        </div>
      )}
      <Reading source={source} />
    </>
  )
}

function Reading({ source }: { source: ReturnType<typeof useTabFiles> }) {
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
