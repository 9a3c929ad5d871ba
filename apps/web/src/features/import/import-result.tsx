import { useTranslation } from '../../lib/texts.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { DialogBody, DialogFoot } from '../../ui/dialog.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { Problem } from '../../ui/states.tsx'
import css from './import-dialog.module.css'
import { Notes } from './notes.tsx'
import type { Importing } from './use-import.ts'

interface ImportResultProps {
  importing: Importing
  onCancel: () => void
  onAnother: () => void
  onClose: () => void
}

/** Shows progress and result of an import. */
export function ImportResult({ importing, onCancel, onAnother, onClose }: ImportResultProps) {
  const { t } = useTranslation(['import', 'ui'])
  const { state, done, total, projects, reason } = importing
  const statusText = () => {
    if (state === 'running') return t('importing', { done, total })
    if (state === 'cancelled') return t('cancelled', { done, total })
    return state === 'done' ? t('done', { count: done }) : ''
  }
  return (
    <>
      <DialogBody>
        {state === 'failed' ? (
          <Problem>{t('failedAfter', { done, total, reason })}</Problem>
        ) : (
          <p role="status">{statusText()}</p>
        )}
        {state === 'running' && <ProgressBar label={statusText()} done={done} total={total} />}
        {state !== 'running' && <Notes found={{ split: importing.split, cut: importing.cut }} />}
        {projects.length > 0 && (
          <ul className={css.projects}>
            {projects.map(({ id, name }) => (
              <li key={id}>
                <LinkButton to={`/projects/${id}`}>{t('open', { name })}</LinkButton>
              </li>
            ))}
          </ul>
        )}
      </DialogBody>
      <DialogFoot>
        {state === 'running' ? (
          <Button size="large" data-autofocus onClick={onCancel}>
            {t('ui:cancel')}
          </Button>
        ) : (
          <>
            <Button size="large" onClick={onAnother}>
              {t('another')}
            </Button>
            <Button size="large" onClick={onClose}>
              {t('ui:close')}
            </Button>
          </>
        )}
      </DialogFoot>
    </>
  )
}
