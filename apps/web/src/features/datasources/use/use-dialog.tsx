import type { Datasource } from '@polylogue/contract'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useBeginChat } from '#lib/begin-chat.ts'
import { canWrite } from '#lib/can.ts'
import { useNotices } from '#lib/notices.ts'
import { useErrorMessage } from '#lib/problem.ts'
import { useTranslation } from '#lib/texts.ts'
import { Button, LinkButton } from '#ui/button.tsx'
import { Dialog, DialogBody, DialogFoot } from '#ui/dialog.tsx'
import { useShownProject } from '#features/projects/index.ts'
import { isSearchable } from '../ready.ts'
import { Info } from '../info.tsx'
import { UseForm } from './use-form.tsx'

interface UseDialogProps {
  datasource: Datasource
  opened: boolean
  onClose: () => void
}

/** Applies a data source to the project of the page or to some of its tabs; elsewhere, to a new chat or another project. */
export function UseDialog({ datasource, opened, onClose }: UseDialogProps) {
  const { t } = useTranslation('datasources')
  const notices = useNotices()
  const errorMessage = useErrorMessage()
  const begin = useBeginChat()
  const start = useMutation({
    mutationFn: () => begin({ datasourceId: datasource.id }),
    onError: (error) => notices.show({ kind: 'failure', title: errorMessage(error).sentence }),
  })
  const project = useShownProject()
  const { name } = datasource
  const [hasForm, setHasForm] = useState(false)
  const [wasOpened, setWasOpened] = useState(false)
  if (opened !== wasOpened) setWasOpened(opened)
  // Once shown, the form stays with its ticks while a document is indexed again.
  const showsForm = isSearchable(datasource) || (hasForm && (wasOpened || !opened))
  if (opened && hasForm !== showsForm) setHasForm(showsForm)
  const cancel = () => {
    if (!project && showsForm)
      notices.show({
        kind: 'info',
        title: t('useDialog.elsewhere'),
        action: { label: t('useDialog.newChat'), run: () => start.mutate() },
      })
    onClose()
  }
  return (
    <Dialog
      opened={opened}
      title={t('use')}
      lead={[t('useDialog.lead', { name }), ...(datasource.answersOnly ? [t('onlyText')] : [])].join(' ')}
      width={480}
      onClose={cancel}
    >
      {showsForm ? (
        <UseForm
          datasource={datasource}
          here={project && canWrite(project) ? project : undefined}
          note={project && !canWrite(project) ? t('useDialog.readOnly', { name: project.name }) : undefined}
          onDone={onClose}
          onCancel={cancel}
        />
      ) : (
        <NotReady datasource={datasource} onClose={onClose} />
      )}
    </Dialog>
  )
}

/** Leads to the documents, where their progress is shown. */
function NotReady({ datasource, onClose }: Omit<UseDialogProps, 'opened'>) {
  const { t } = useTranslation(['datasources', 'ui'])
  return (
    <>
      <DialogBody>
        <Info>{t('useDialog.notReady')}</Info>
      </DialogBody>
      <DialogFoot>
        <LinkButton to={`/datasources/${datasource.id}`} size="large">
          {t('open')}
        </LinkButton>
        <Button size="large" onClick={onClose} data-autofocus>
          {t('ui:close')}
        </Button>
      </DialogFoot>
    </>
  )
}
