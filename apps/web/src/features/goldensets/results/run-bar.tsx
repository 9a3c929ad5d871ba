import type { GoldenRun } from '@polylogue/contract'
import { useDialogs } from '#lib/dialogs.ts'
import { useNotices } from '#lib/notices.ts'
import { useErrorMessage } from '#lib/problem.ts'
import { useTranslation } from '#lib/texts.ts'
import { Button } from '#ui/button.tsx'
import { IconLink } from '#ui/icon-button.tsx'
import { Menu, MenuItem } from '#ui/menu.tsx'
import { RunProgress } from '../run/run-progress.tsx'
import { RunState, useRunError } from '../run/run-state.tsx'
import { useRetryRun } from '../runs-api.ts'
import css from './results.module.css'
import { useExport } from './use-export.ts'
import { lazyDialog } from '#ui/lazy-dialog.tsx'

/** Votes on pairs of answers without knowing their models. */
const VoteDialog = lazyDialog(async () => (await import('../votes/vote-dialog.tsx')).VoteDialog)

/** Name of the dialog in the address. */
const VOTE = 'vote'

/** State of a run and what can be done with it. */
export function RunBar({ run }: { run: GoldenRun }) {
  const { t } = useTranslation('goldensets')
  const { open, show, close } = useDialogs()
  const errorOf = useRunError()
  const isRunning = run.state === 'running'
  const canVote = run.scorecards.length > 1
  const reason = errorOf(run.errorCode)
  return (
    <div className={css.bar}>
      <div className={css.state}>
        {isRunning ? (
          <RunProgress run={run} />
        ) : (
          <>
            <RunState state={run.state} />
            {run.state !== 'done' && (
              <span className="num">{t('runs.progress', { done: run.done, total: run.total })}</span>
            )}
            {reason && <span>{reason}</span>}
          </>
        )}
      </div>
      {run.can.retry && <Retry run={run} />}
      {canVote && (
        <Button icon="thumb-up" onClick={() => show(VOTE)}>
          {t('votes.open')}
        </Button>
      )}
      <ExportMenu run={run} />
      <IconLink icon="help-circle" label={t('help')} to="/help/golden-sets" />
      {canVote && <VoteDialog run={run} opened={open === VOTE} onClose={close} />}
    </div>
  )
}

function Retry({ run }: { run: GoldenRun }) {
  const { t } = useTranslation('goldensets')
  const notices = useNotices()
  const errorMessage = useErrorMessage()
  const retry = useRetryRun()
  const onError = (error: Error) =>
    notices.show({ kind: 'failure', title: t('runs.notRetried'), text: errorMessage(error).sentence })
  return (
    <Button
      icon="refresh"
      busy={retry.isPending}
      onClick={() => retry.mutate({ id: run.goldensetId, runId: run.id }, { onError })}
    >
      {t('runs.retry')}
    </Button>
  )
}

function ExportMenu({ run }: { run: GoldenRun }) {
  const { t } = useTranslation('goldensets')
  const { isPending, download } = useExport(run)
  return (
    <Menu
      position="bottom-end"
      target={
        <Button icon="download" busy={isPending}>
          {t('export.title')}
        </Button>
      }
    >
      <MenuItem icon="csv" onSelect={() => download('csv')}>
        {t('export.csv')}
      </MenuItem>
      <MenuItem icon="code" onSelect={() => download('html')}>
        {t('export.html')}
      </MenuItem>
    </Menu>
  )
}
