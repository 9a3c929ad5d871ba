import { useId, useState } from 'react'
import { canWrite } from '#lib/can.ts'
import { useDialogs } from '#lib/dialogs.ts'
import { useErrorMessage } from '#lib/problem.ts'
import { useTranslation } from '#lib/texts.ts'
import { Button } from '#ui/button.tsx'
import { Chip } from '#ui/chip.tsx'
import { TextField } from '#ui/field.tsx'
import { SkeletonLine, LoadFailed, Loading } from '#ui/states.tsx'
import { CHAT_TYPE, useProjects } from '../api.ts'
import { NEW_PROJECT } from '../dialogs/index.ts'
import css from './project-picker.module.css'
import { useNearEnd } from '#lib/use-near-end.ts'
import { useSettled } from '#lib/use-settled.ts'

export interface PickedProject {
  id: number
  name: string
}

interface ProjectPickerProps {
  label: string
  value: PickedProject | null
  /** Id of a project to leave out. */
  except?: number
  onChange: (project: PickedProject) => void
}

/** Selects a project that the user can write in; searches by name. */
export function ProjectPicker({ label, value, except, onChange }: ProjectPickerProps) {
  const { t } = useTranslation('projects')
  const [text, setText] = useState('')
  return (
    <div className={css.picker}>
      <TextField
        label={label}
        type="search"
        placeholder={t('filterLabel')}
        data-autofocus
        value={text}
        onChange={(event) => setText(event.target.value)}
        // Enter searches and must not submit the form.
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      />
      <Choices label={label} value={value} except={except ?? 0} text={text} onChange={onChange} />
    </div>
  )
}

type ChoicesProps = Required<ProjectPickerProps> & { text: string }

function Choices({ label, value, except, text, onChange }: ChoicesProps) {
  const { t } = useTranslation('projects')
  const errorMessage = useErrorMessage()
  const name = useId()
  const dialogs = useDialogs()
  const q = useSettled(text.trim())
  const projects = useProjects({ q })
  const { hasNextPage, isFetching, fetchNextPage } = projects
  const mark = useNearEnd(hasNextPage && !isFetching, () => void fetchNextPage())
  if (projects.isError && !projects.data)
    return (
      <LoadFailed
        title={t('loadFailed')}
        {...errorMessage(projects.error)}
        onRetry={() => void projects.refetch()}
      />
    )
  const offered = (projects.data ?? []).filter((project) => canWrite(project) && project.id !== except)
  return (
    <div role="radiogroup" aria-label={label} className={css.list} data-scrolls>
      {projects.isPending && <Skeleton />}
      {offered.map((project) => (
        <label key={project.id} className={css.row}>
          <input
            type="radio"
            name={name}
            checked={project.id === value?.id}
            onChange={() => onChange({ id: project.id, name: project.name })}
          />
          <span className="cut">{project.name}</span>
          <span className="sp" />
          {project.type === CHAT_TYPE && <Chip kind="line">{t('chat')}</Chip>}
        </label>
      ))}
      {projects.data && offered.length === 0 && !hasNextPage && (
        <div className={css.none}>
          <p>{q === '' ? t('noOther') : t('noMatch', { text: q })}</p>
          <Button size="small" icon="plus" onClick={() => dialogs.show(NEW_PROJECT)}>
            {t('newProject')}
          </Button>
        </div>
      )}
      {hasNextPage && <span ref={mark} className={css.mark} />}
    </div>
  )
}

function Skeleton() {
  return (
    <Loading>
      <div className={css.skeleton}>
        <SkeletonLine width={60} />
        <SkeletonLine width={80} />
        <SkeletonLine width={48} />
      </div>
    </Loading>
  )
}
