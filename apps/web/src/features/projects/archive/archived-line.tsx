import type { Project } from '@polylogue/contract'
import { useTranslation } from '#lib/texts.ts'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { inWordsOf } from '../api.ts'
import css from './archived-line.module.css'
import { useArchive } from './use-archive.ts'

/** Says above an archived project why no list has it, and takes it back. */
export function ArchivedLine({ project }: { project: Project }) {
  const { t } = useTranslation('projects')
  const { archived, toggle } = useArchive(project)
  if (!archived) return null
  return (
    <div className={css.line}>
      <Icon name="archive" />
      <p role="status">{t('archive.isArchived', inWordsOf(project))}</p>
      <Button size="small" onClick={toggle}>
        {t('archive.takeBack')}
      </Button>
    </div>
  )
}
