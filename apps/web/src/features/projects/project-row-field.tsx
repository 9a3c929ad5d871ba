import type { Project } from '@polylogue/contract'
import { useRef, useState, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useNotices } from '../../lib/notices.ts'
import { useTell } from '../../lib/problem.ts'
import { useUpdateProject } from './api.ts'
import css from './project-row.module.css'

/** A project renamed in its row: Enter and leaving the field save, Escape keeps the old name; what failed stays typed. */
export function ProjectRowField({ project, onDone }: { project: Project; onDone: () => void }) {
  const { t } = useTranslation('projects')
  const tell = useTell()
  const notices = useNotices()
  const update = useUpdateProject(project)
  const [name, setName] = useState(project.name)
  const left = useRef(false)
  const finish = () => {
    left.current = true
    onDone()
  }
  const save = () => {
    const next = name.trim()
    // Leaving the field is also how it goes when it is done.
    if (left.current || update.isPending) return
    if (next === '' || next === project.name) return finish()
    update.mutate(
      { name: next },
      {
        onSuccess: finish,
        onError: (error) =>
          notices.show({ kind: 'failure', title: t('saveFailed'), text: tell(error).sentence }),
      },
    )
  }
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Enter') save()
    if (event.key === 'Escape') finish()
  }
  return (
    <input
      className={css.field}
      aria-label={t('renameField')}
      aria-busy={update.isPending || undefined}
      maxLength={200}
      // Escape ends the renaming and not the drawer that it stands in.
      data-mantine-stop-propagation="true"
      autoFocus
      onFocus={(event) => event.target.select()}
      value={name}
      onChange={(event) => setName(event.target.value)}
      onKeyDown={onKey}
      onBlur={save}
    />
  )
}
