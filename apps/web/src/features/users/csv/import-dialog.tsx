import type { User } from '@polylogue/contract'
import { useRef } from 'react'
import { useBlocker } from 'react-router'
import { useFormat } from '#lib/format.ts'
import { useErrorMessage } from '#lib/problem.ts'
import { useTranslation } from '#lib/texts.ts'
import { useAskedBeforeLeaving } from '#lib/use-asked-before-leaving.ts'
import { Button } from '#ui/button.tsx'
import { Dialog, DialogBody, DialogFoot } from '#ui/dialog.tsx'
import { Problem } from '#ui/states.tsx'
import { MOST_BYTES, MOST_ROWS, NEEDED, READ } from './columns.ts'
import css from './csv.module.css'
import { PlanStep } from './plan-step.tsx'
import { useImport, type Step } from './use-import.ts'
import { WriteStep } from './write-step.tsx'

interface ImportDialogProps {
  opened: boolean
  viewer: User
  onClose: () => void
}

/** Imports users from CSV: reads the file, shows what would be written, writes it, and shows what was written. */
export function ImportDialog({ opened, viewer, onClose }: ImportDialogProps) {
  const { t } = useTranslation('user-csv')
  const { step, read, write, stop, onSaved, restart } = useImport(viewer)
  const close = () => {
    stop()
    restart()
    onClose()
  }
  // A running import would stop, and the one-time passwords are given only here.
  const isDirty = step.at === 'write' && (!step.done || hasUnsaved(step))
  useAskedBeforeLeaving(isDirty)
  const blocker = useBlocker(({ historyAction }) => isDirty && historyAction === 'POP')
  const back = {
    waits: blocker.state === 'blocked',
    stay: () => blocker.reset?.(),
    go: () => {
      stop()
      restart()
      blocker.proceed?.()
    },
  }
  return (
    <Dialog
      opened={opened}
      title={t('title')}
      lead={t('lead')}
      width={720}
      dirty={isDirty}
      back={back}
      onClose={close}
    >
      {step.at === 'choose' && <ChooseStep step={step} onFile={read} onClose={close} />}
      {step.at === 'plan' && <PlanStep {...step} onWrite={write} onOther={restart} onClose={close} />}
      {step.at === 'write' && (
        <WriteStep {...step} unsaved={hasUnsaved(step)} onStop={stop} onSaved={onSaved} onClose={close} />
      )}
    </Dialog>
  )
}

/** Whether there are one-time passwords that were not saved yet. */
const hasUnsaved = ({ saved, written }: Extract<Step, { at: 'write' }>): boolean =>
  !saved && written.some(({ password }) => password !== undefined)

interface ChooseStepProps {
  step: Extract<Step, { at: 'choose' }>
  onFile: (file: File) => Promise<void>
  onClose: () => void
}

function ChooseStep({ step, onFile, onClose }: ChooseStepProps) {
  const { t } = useTranslation('user-csv')
  const format = useFormat()
  const errorMessage = useErrorMessage()
  const input = useRef<HTMLInputElement>(null)
  const needed = new Set<string>(NEEDED)
  const others = READ.filter((name) => !needed.has(name))
  const limits = { rows: format.number(MOST_ROWS), size: format.size(MOST_BYTES) }
  return (
    <>
      <DialogBody>
        <p>{t('columns', { needed: NEEDED.join(', '), others: others.join(', ') })}</p>
        <p className={css.note}>{t('rules', limits)}</p>
        {step.problem && (
          <Problem>{t(`problems.${step.problem}`, { ...limits, missing: step.missing ?? '' })}</Problem>
        )}
        {step.error !== undefined && <Problem>{errorMessage(step.error).sentence}</Problem>}
        <input
          ref={input}
          type="file"
          hidden
          accept=".csv,.txt,.tsv,text/csv,text/plain"
          aria-label={t('choose')}
          onChange={({ currentTarget }) => {
            const [file] = currentTarget.files ?? []
            if (file) void onFile(file)
            currentTarget.value = ''
          }}
        />
      </DialogBody>
      <DialogFoot>
        <Button size="large" onClick={onClose}>
          {t('cancel')}
        </Button>
        <Button
          size="large"
          kind="fill"
          icon="upload"
          busy={step.busy}
          data-autofocus
          onClick={() => input.current?.click()}
        >
          {t('choose')}
        </Button>
      </DialogFoot>
    </>
  )
}
