import { useTranslation } from '#lib/texts.ts'
import { Button, LinkButton } from '#ui/button.tsx'
import { DialogBody, DialogFoot } from '#ui/dialog.tsx'
import { ProgressBar } from '#ui/progress-bar.tsx'
import { Problem } from '#ui/states.tsx'
import css from './import-dialog.module.css'
import { useResultText, type Importing } from './importing.ts'
import { Notes } from './notes.tsx'

interface ImportResultProps {
  importing: Importing
  onStop: () => void
  onAnother: () => void
  onClose: () => void
}

/** Shows progress and result of an import. */
export function ImportResult({ importing, onStop, onAnother, onClose }: ImportResultProps) {
  const { t } = useTranslation(['import', 'ui'])
  const { state, done, total, projects, known, separately } = importing
  const text = useResultText()(importing)
  return (
    <>
      <DialogBody>
        {state === 'failed' ? <Problem>{text}</Problem> : <p role="status">{text}</p>}
        {state === 'running' && <ProgressBar label={text} done={done} total={total} />}
        {state !== 'running' && (
          <Notes found={{ known: known < total ? known : 0, split: importing.split, cut: importing.cut }} />
        )}
        {separately && done > 1 && <LinkButton to="/projects">{t('openAll')}</LinkButton>}
        {projects.length > 0 && !(separately && done > 1) && (
          <ul className={css.projects}>
            {projects.map(({ id, name }) => (
              <li key={id}>
                <LinkButton to={`/projects/${id}`}>{t('open', { name })}</LinkButton>
              </li>
            ))}
          </ul>
        )}
      </DialogBody>
      <DialogFoot hint={state === 'running' && t('continues')}>
        {state === 'running' ? (
          <Button size="large" onClick={onStop}>
            {t('stop')}
          </Button>
        ) : (
          <Button size="large" onClick={onAnother}>
            {t('another')}
          </Button>
        )}
        <Button size="large" autoFocus onClick={onClose}>
          {t('ui:close')}
        </Button>
      </DialogFoot>
    </>
  )
}
